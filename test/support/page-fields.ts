/** Returns what a form of the page would submit: its hidden fields, and what is filled in or chosen. */
export function fieldsIn(page: string): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const [tag] of page.matchAll(/<input (?!type="file")[^>]+>/g)) {
    const [name, value] = [/ name="([^"]*)"/.exec(tag)?.[1] ?? '', / value="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? ''];
    if (name === 'form_owner') continue;
    if (/type="(radio|checkbox)"/.test(tag) ? / checked/.test(tag) : name !== '') fields[name] = value;
  }
  for (const [, name, inner] of page.matchAll(/<textarea [^>]*name="(\w+)"[^>]*>([^<]*)</g)) fields[name as string] = inner as string;
  for (const [, name, inner] of page.matchAll(/<select [^>]*name="(\w+)"[^>]*>(.*?)<\/select>/gs))
    fields[name as string] = / value="([^"]*)" selected/.exec(inner as string)?.[1] ?? '';
  return fields;
}
