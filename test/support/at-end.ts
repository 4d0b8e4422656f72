const closing: (() => Promise<void>)[] = [];

/** Registers the closing of something that the test files of a worker share. It is called when the worker has run them all. */
export const atEnd = (close: () => Promise<void>): void => void closing.push(close);

export async function closeAll(): Promise<void> {
  await Promise.all(closing.splice(0).map((close) => close()));
}
