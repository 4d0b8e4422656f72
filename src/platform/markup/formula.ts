import { createRequire } from 'node:module';
import { classesOf, colourOf } from './formula-styles.ts';

/** The tree that Temml builds from a formula before it writes it. Temml's own declarations leave it out. */
interface Node {
  /** Missing in nodes of HTML. */
  type?: string;
  text?: string;
  attributes?: Record<string, string | number>;
  classes?: string[];
  style?: Record<string, unknown>;
  children?: Node[];
}

interface Temml {
  __renderToMathMLTree(tex: string, options: object): Node;
}

const temml = createRequire(import.meta.url)('temml') as Temml & { default?: Temml };

/** Maximum number of expansions of macros, and maximum length: in em for relative units, in pt for absolute ones. */
const LIMITS = { maxExpand: 200, maxSize: [20, 200] };
const DEEPEST = 60;
const MOST_NODES = 4000;

const ELEMENTS = new Set(
  `math mrow mi mo mn ms mtext mspace mfrac msqrt mroot mstyle mpadded mphantom menclose msub msup msubsup munder mover munderover mmultiscripts mprescripts none
mtable mtr mtd`.split(/\s+/),
);
const ATTRIBUTES = new Set(
  `accent columnalign columnspacing columnspan depth display displaystyle fence form height largeop linebreak linethickness lspace mathbackground mathcolor mathsize
mathvariant maxsize minsize movablelimits notation rowalign rowspacing rspace scriptlevel separator stretchy symmetric voffset width`.split(/\s+/),
);
const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escaped = (text: string): string => text.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] as string);
const VALUE = /^[\w.#% -]{1,60}$/;
const CLASS = /^(?:tml|wbk|chr|ff|m)-[\w-]{1,20}$|^(?:mathcal|mathscr|upstrike|downstrike|sout|actuarial|phasor-bottom|phasor-angle|longdiv-top|longdiv-arc)$/;

/** Writes a LaTeX formula as MathML with a closed set of elements, attributes and classes. Null if it is not a formula, or too complex. */
export function formulaMarkup(tex: string, isBlock: boolean): string | null {
  try {
    const tree = (temml.default ?? temml).__renderToMathMLTree(tex, { ...LIMITS, displayMode: isBlock, throwOnError: true, trust: false, macros: {} });
    const left = { nodes: MOST_NODES };
    return written(tree, 0, left);
  } catch {
    return null;
  }
}

/** @throws Error if the formula is too deep or too large */
function written(node: Node, depth: number, left: { nodes: number }): string {
  left.nodes -= 1;
  if (left.nodes < 0 || depth > DEEPEST) throw new Error('the formula is too large');
  if (node.text !== undefined) return escaped(String(node.text));
  const inner = (node.children ?? []).map((child) => written(child, depth + 1, left)).join('');
  if (node.type === undefined) return inner;
  if (!ELEMENTS.has(node.type)) throw new Error('the formula has an element of another language');
  const { style = {}, classes = [], attributes = {} } = node;
  const own = Object.hasOwn(node, 'style') ? style : {};
  const names = [...classes.filter((name) => CLASS.test(name)), ...classesOf(own)];
  const given = { ...attributes, ...colourOf(own) };
  const known = Object.entries(given).filter(([name, value]) => ATTRIBUTES.has(name) && VALUE.test(String(value)));
  return `<${node.type}${known.map(([name, value]) => ` ${name}="${value}"`).join('')}${names.length > 0 ? ` class="${[...new Set(names)].join(' ')}"` : ''}>${inner}</${node.type}>`;
}
