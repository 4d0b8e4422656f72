import { tex2typst } from 'tex2typst';

/** Longer or deeper formulas are not set: Typst reads them by recursion. */
const LONGEST = 1000;
const DEEPEST = 40;
/** What the converter writes after a `#` to leave the language of formulas for that of programs. Nothing else may follow one. */
const CODE = /^(?:h\(-?[\d.]{1,9}(?:em|pt|mm|cm|in)\)|none|true|left|center|right|\d{1,3}|\(vline: \([\d, ]{1,99}\)\))/;

/** Writes a formula of LaTeX as Typst does; null if it cannot. What it returns is data of users, and holds no code that could do anything but set a formula. */
export function typstFormula(tex: string): string | null {
  // The converter takes over quotes as they are, which would end its own. No font for formulas has emoji.
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
