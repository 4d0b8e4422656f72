import { escapeMarkup } from '../../domain/kernel/escape-markup.ts';

/** Markup. Values inserted through `html` are escaped unless they are markup themselves. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Part = Html | string | number | null | undefined | false | readonly Part[];

/** Writes markup: html`<p>${text}</p>`. Lists are joined; null, undefined and false are left out. */
export const html = (strings: TemplateStringsArray, ...parts: Part[]): Html =>
  new Html(strings.reduce((text, string, index) => `${text}${markup(parts[index - 1])}${string}`));

function markup(part: Part): string {
  if (part === null || part === undefined || part === false) return '';
  if (part instanceof Html) return part.text;
  return isList(part) ? part.map(markup).join('') : escapeMarkup(String(part));
}

const isList = (part: Part): part is readonly Part[] => Array.isArray(part);
