import type { Shape } from '../../kernel/contract.ts';

export type Field = keyof Shape<'RosterMapping'>;
export type Mapping = Shape<'RosterMapping'>;

/** Column names by language. The first one of each field is that of the template. */
const NAMES: Record<Field, Record<string, readonly string[]>> = {
  name: {
    en: ['Name', 'Full name', 'Display name', 'Student name', 'Learner', 'Student'],
    de: ['Name', 'Vollständiger Name', 'Schüler', 'Schülerin', 'Teilnehmer'],
    es: ['Nombre completo', 'Alumno', 'Estudiante'],
    fr: ['Nom complet', 'Élève', 'Étudiant'],
    pt: ['Nome completo', 'Aluno', 'Estudante'],
  },
  first_name: {
    en: ['First name', 'Given name', 'Forename'],
    de: ['Vorname'],
    es: ['Nombre'],
    fr: ['Prénom'],
    pt: ['Primeiro nome'],
  },
  last_name: {
    en: ['Last name', 'Family name', 'Surname'],
    de: ['Nachname', 'Familienname'],
    es: ['Apellidos', 'Apellido'],
    fr: ['Nom de famille', 'Nom'],
    pt: ['Sobrenome', 'Apelido'],
  },
  email: {
    en: ['Email', 'E-mail', 'Email address', 'E-mail address', 'Mail'],
    de: ['E-Mail', 'E-Mail-Adresse', 'Mailadresse'],
    es: ['Correo electrónico', 'Correo'],
    fr: ['Adresse e-mail', 'Courriel', 'Adresse électronique'],
    pt: ['Endereço de e-mail', 'Correio eletrônico'],
  },
  number: {
    en: ['Student number', 'Student ID', 'Number', 'ID number'],
    de: ['Schülernummer', 'Matrikelnummer', 'Nummer'],
    es: ['Número de estudiante', 'Matrícula', 'Número'],
    fr: ["Numéro d'étudiant", 'Numéro'],
    pt: ['Número de estudante', 'Número', 'Matrícula'],
  },
  cohort: {
    en: ['Cohort', 'Class', 'Group', 'Section'],
    de: ['Gruppe', 'Klasse', 'Kohorte'],
    es: ['Grupo', 'Clase', 'Cohorte'],
    fr: ['Groupe', 'Classe', 'Cohorte'],
    pt: ['Turma', 'Grupo', 'Classe'],
  },
};

const FIELDS = Object.keys(NAMES) as Field[];
/** Fields of the template. Columns of other fields are recognised, too. */
const TEMPLATE: readonly Field[] = ['name', 'email', 'number', 'cohort'];

const key = (heading: string): string =>
  heading
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{Letter}\p{Number}]/gu, '');

const KNOWN = new Map(FIELDS.flatMap((field) => Object.values(NAMES[field]).flatMap((names) => names.map((name) => [key(name), field] as const))));

/** Guesses which column holds which field, by the headings: the first column for each field. */
export function guessMapping(headings: readonly string[]): Mapping {
  const fields = headings.map((heading) => KNOWN.get(key(heading)));
  const column = (field: Field) => (fields.includes(field) ? fields.indexOf(field) : null);
  return Object.fromEntries(FIELDS.map((field) => [field, column(field)])) as Mapping;
}

/** Returns the headings of the template in a language, or else in English.
 * @param language BCP 47 */
export function templateHeadings(language: string): string[] {
  const base = new Intl.Locale(language).language;
  return TEMPLATE.map((field) => (NAMES[field][base] ?? NAMES[field].en)?.[0] ?? field);
}
