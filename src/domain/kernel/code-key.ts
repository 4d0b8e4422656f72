/** Returns the form in which codes that people type are stored and compared: the same for all spellings in Unicode, capitals and spaces around it. */
export const codeKey = (text: string): string => text.normalize('NFKC').trim().toUpperCase().normalize('NFKC');
