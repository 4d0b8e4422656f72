/**
 * The closed table of the styles of formulas: pages allow no inline styles, so each style that Temml writes becomes a class, or is left out. Lengths are
 * rounded to the nearest of a few.
 */

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
const LINES = ['solid', 'dashed', 'double'] as const;
/** The available lengths, in hundredths of an em. */
const LENGTHS = [0, 5, 14, 20, 25, 30, 40, 50, 60, 70, 100, 150, 200, 300] as const;
const EM_IN_PT = 10;
const EM_IN_PX = 16;

const LENGTH = /^(-?\d{1,4}(?:\.\d{1,9})?)(em|pt|px|)$/;

function hundredths(value: string): number | null {
  const found = LENGTH.exec(value);
  if (!found) return null;
  const number = Number(found[1]);
  return 100 * (found[2] === 'pt' ? number / EM_IN_PT : found[2] === 'px' ? number / EM_IN_PX : number);
}

const nearest = (length: number): number => LENGTHS.reduce((best, one) => (Math.abs(one - Math.abs(length)) < Math.abs(best - Math.abs(length)) ? one : best));

/** Exact values, each with its class and the rule of the class. */
const EXACT: Readonly<Record<string, readonly [name: string, rule: string]>> = {
  'display:block math': ['m-block', 'display: block math'],
  'width:100%': ['m-whole', 'width: 100%'],
  'width:50%': ['m-half', 'width: 50%'],
  'text-align:left': ['m-start', 'text-align: left'],
  'text-align:center': ['m-center', 'text-align: center'],
  'text-align:right': ['m-end', 'text-align: right'],
  'font-style:italic': ['m-italic', 'font-style: italic'],
  'font-style:normal': ['m-upright', 'font-style: normal'],
  'font-weight:bold': ['m-bold', 'font-weight: bold'],
  'font-weight:normal': ['m-plain', 'font-weight: normal'],
  'math-depth:0': ['m-depth-0', 'math-depth: 0'],
  'math-depth:1': ['m-depth-1', 'math-depth: 1'],
  'math-depth:2': ['m-depth-2', 'math-depth: 2'],
  'position:relative': ['m-relative', 'position: relative'],
  'display:flex': ['m-flex', 'display: flex'],
  'justify-content:center': ['m-middle', 'justify-content: center'],
};

const hyphenated = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function classOf(name: string, value: string): string | null {
  const exact = EXACT[`${name}:${value}`];
  if (exact) return exact[0];
  const line = /^border(?:-(top|right|bottom|left))? [\d.]{1,8}(?:em|px|pt) (solid|dashed|double)/.exec(`${name} ${value}`);
  if (line) return `m-line${line[1] === undefined ? '' : `-${line[1]}`}-${line[2]}`;
  const space = /^(padding|margin)(?:-(top|right|bottom|left))?$/.exec(name);
  const length = space && hundredths(value);
  if (!space || length === null) return null;
  const side = space[2] === undefined ? '' : `-${space[2]}`;
  return length < 0 ? `m-back${side}-${nearest(length)}` : `m-pad${side}-${nearest(length)}`;
}

/** Returns the classes that replace inline styles. */
export const classesOf = (style: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(style).flatMap(([name, value]) => classOf(hyphenated(name), String(value).trim()) ?? []);

/** Returns the colours as attributes of MathML, which need no style. */
export function colourOf(style: Readonly<Record<string, unknown>>): Record<string, string> {
  const [front, back] = [style.color, style.backgroundColor ?? style['background-color']].map((value) =>
    typeof value === 'string' && /^#[0-9a-f]{3,8}$/i.test(value) ? value : null,
  );
  return { ...(front ? { mathcolor: front } : {}), ...(back ? { mathbackground: back } : {}) };
}

const spaces = (side: string): string[] =>
  LENGTHS.flatMap((length) => [
    `.m-pad${side}-${length} { padding${side}: ${length / 100}em }`,
    ...(length > 0 ? [`.m-back${side}-${length} { margin${side}: -${length / 100}em }`] : []),
  ]);

/** The style sheet of the classes. Formulas run from left to right in every language. */
export const FORMULA_STYLE = [
  ...Object.values(EXACT).map(([name, rule]) => `.${name} { ${rule} }`),
  ...['', ...SIDES.map((side) => `-${side}`)].flatMap((side) => [
    ...spaces(side),
    ...LINES.map((line) => `.m-line${side}-${line} { border${side}: ${line === 'double' ? '.15em' : '.06em'} ${line} }`),
  ]),
].join('\n');
