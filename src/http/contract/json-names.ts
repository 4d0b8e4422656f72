const QUOTE = 0x22;
const COLON = 0x3a;
const BACKSLASH = 0x5c;

/** Every content that the contract allows has fewer names: a quiz of 512 KiB has at most 50,000. */
export const MOST_NAMES = 60_000;

/** Whether the objects in a JSON text have more names than may be parsed. Parsing a megabyte of distinct names takes ten times as long as other text. */
export function hasTooManyNames(json: string): boolean {
  let names = 0;
  for (let at = 0; at < json.length && names <= MOST_NAMES; at++) {
    const code = json.charCodeAt(at);
    if (code === COLON) names++;
    else if (code === QUOTE) at = endOfString(json, at);
  }
  return names > MOST_NAMES;
}

function endOfString(json: string, start: number): number {
  let at = start + 1;
  for (let code = json.charCodeAt(at); at < json.length && code !== QUOTE; code = json.charCodeAt(at)) at += code === BACKSLASH ? 2 : 1;
  return at;
}
