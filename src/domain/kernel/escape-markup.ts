const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** Escapes a text so that HTML and XML treat it as plain text, even within an attribute. */
export const escapeMarkup = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] as string);
