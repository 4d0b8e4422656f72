/** When each finished test of the current file, its hooks included, began and ended. */
const spans: { from: Date; to: Date }[] = [];
let began = new Date();

/** Registers the hooks that keep the spans. What other hooks do between tests, such as `beforeAll` of a `describe`, belongs to none. */
export function keepSpans(): void {
  spans.length = 0;
  beforeEach(() => {
    began = new Date();
  });
  afterEach(() => {
    spans.push({ from: began, to: new Date() });
  });
}

export const finishedTests = (): readonly { from: Date; to: Date }[] => spans;
