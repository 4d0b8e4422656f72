import { escaped } from '../scorm/markdown.ts';

/** Writes an element around content that is XML already. Attributes without a value are left out. */
export function element(name: string, attributes: Readonly<Record<string, string | undefined>>, ...inside: readonly string[]): string {
  const written = Object.entries(attributes)
    .map(([attribute, value]) => (value === undefined ? '' : ` ${attribute}="${escaped(value)}"`))
    .join('');
  const content = inside.join('');
  return content === '' ? `<${name}${written}/>` : `<${name}${written}>${content}</${name}>`;
}

/** Writes an element that holds a text. */
export const textElement = (name: string, text: string, attributes: Readonly<Record<string, string | undefined>> = {}): string =>
  element(name, attributes, escaped(text));

/** Writes a document with the namespace of its root and the schema that it follows. */
export const documentOf = (
  name: string,
  namespace: string,
  schema: string,
  attributes: Readonly<Record<string, string>>,
  ...inside: readonly string[]
): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(
    name,
    {
      xmlns: namespace,
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation': `${namespace} ${schema}`,
      ...attributes,
    },
    ...inside,
  )}\n`;
