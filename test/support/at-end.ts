const closing: (() => Promise<void>)[] = [];

/** Has something that the files of a worker share closed once the worker has run them all. */
export const atEnd = (close: () => Promise<void>): void => void closing.push(close);

export async function closeAll(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()));
}
