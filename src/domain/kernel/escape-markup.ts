const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Writes a text so that it is only text in HTML and XML, also within an attribute. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);
