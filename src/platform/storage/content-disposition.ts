const PLAIN = /^[A-Za-z0-9._ -]*$/;
const NOT_ATTR_CHAR = /['()*]/g;

/** Has a browser save the answer under this name (RFC 6266): a name that is not plain ASCII in UTF-8 too. */
export function attachment(filename: string): string {
  const name = filename.toWellFormed();
  const plain = `attachment; filename="${name.replaceAll(/[^A-Za-z0-9._ -]/g, '_')}"`;
  if (PLAIN.test(name)) return plain;
  const encoded = encodeURIComponent(name).replaceAll(NOT_ATTR_CHAR, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${plain}; filename*=UTF-8''${encoded}`;
}
