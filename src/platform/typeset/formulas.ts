import { tex2typst } from 'tex2typst';

/** Longer or deeper formulas are not set: Typst reads them by recursion. */
const LONGEST = 1000;
const DEEPEST = 40;
/** Code that the converter writes after a `#`, which switches from Typst's math mode to its code mode. Nothing else may follow a `#`. */
const CODE = /^(?:h\(-?[\d.]{1,9}(?:em|pt|mm|cm|in)\)|none|true|left|center|right|\d{1,3}|\(vline: \([\d, ]{1,99}\)\))/;

/** Converts a LaTeX formula to Typst; null if that fails. The result is data of users, and contains no code that could do anything but set a formula. */
export function typstFormula(tex: string): string | null {
  // The converter copies quotes unchanged, which would end its own. No font for formulas has emoji.
  if (tex.length > LONGEST || /["#`]|\p{Emoji_Presentation}/u.test(tex)) return null;
  try {
    const typst = tex2typst(tex);
    const isHarmless = typst.split('#').every((after, index) => index === 0 || CODE.test(after));
    return isHarmless && depthOf(typst) <= DEEPEST ? typst : null;
  } catch {
    return null;
  }
}

function depthOf(text: string): number {
  let [depth, deepest] = [0, 0];
  for (const sign of text) {
    if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign)) depth -= 1;
    deepest = Math.max(deepest, depth);
  }
  return deepest;
}
