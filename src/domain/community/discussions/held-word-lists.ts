import type { Shape } from '../../kernel/contract.ts';

/** Word lists from which courses can choose, with words that few courses want to publish unreviewed. Each course adds its own words. */
export const HELD_WORD_LISTS: Readonly<Record<Shape<'DiscussionWordList'>, readonly string[]>> = {
  de: ['arschloch', 'fick dich', 'fotze', 'hurensohn', 'missgeburt', 'scheiße', 'schlampe', 'wichser'],
  en: ['asshole', 'bastard', 'bitch', 'bullshit', 'cunt', 'fuck', 'fucking', 'motherfucker', 'shit', 'slut', 'whore'],
  es: ['cabrón', 'coño', 'gilipollas', 'hijo de puta', 'joder', 'mierda', 'puta', 'puto'],
  fr: ['connard', 'connasse', 'enculé', 'merde', 'nique ta mère', 'pute', 'salope', 'ta gueule'],
  pt: ['arrombado', 'caralho', 'filho da puta', 'foda-se', 'merda', 'porra', 'puta', 'viado'],
};
