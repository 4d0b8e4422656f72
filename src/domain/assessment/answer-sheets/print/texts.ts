/** What is printed on every sheet. */
interface SheetTexts {
  name: string;
  number: string;
  how: string;
  correct: string;
  page: string;
  keep: string;
  true: string;
  false: string;
}

const TEXTS: Readonly<Record<string, SheetTexts>> = {
  en: {
    name: 'Name',
    number: 'Student number',
    how: 'Fill the circles completely, with a pencil or a dark pen.',
    correct: 'To correct, erase the mark completely. If you use a pen, ask for a new sheet.',
    page: 'Page',
    keep: 'Do not write on the squares, and do not fold the corners.',
    true: 'True',
    false: 'False',
  },
  de: {
    name: 'Name',
    number: 'Matrikelnummer',
    how: 'Füllen Sie die Kreise ganz aus, mit Bleistift oder dunklem Stift.',
    correct: 'Radieren Sie zum Korrigieren die Markierung ganz aus. Mit Stift: Bitten Sie um einen neuen Bogen.',
    page: 'Seite',
    keep: 'Beschreiben Sie die Quadrate nicht, und knicken Sie die Ecken nicht.',
    true: 'Richtig',
    false: 'Falsch',
  },
  es: {
    name: 'Nombre',
    number: 'Número de estudiante',
    how: 'Rellene los círculos por completo, con lápiz o bolígrafo oscuro.',
    correct: 'Para corregir, borre la marca por completo. Si usa bolígrafo, pida otra hoja.',
    page: 'Página',
    keep: 'No escriba sobre los cuadrados ni doble las esquinas.',
    true: 'Verdadero',
    false: 'Falso',
  },
  fr: {
    name: 'Nom',
    number: 'Numéro d’étudiant',
    how: 'Remplissez entièrement les cercles, au crayon ou au stylo foncé.',
    correct: 'Pour corriger, effacez entièrement la marque. Au stylo, demandez une autre feuille.',
    page: 'Page',
    keep: 'N’écrivez pas sur les carrés et ne pliez pas les coins.',
    true: 'Vrai',
    false: 'Faux',
  },
  pt: {
    name: 'Nome',
    number: 'Número de estudante',
    how: 'Preencha os círculos por completo, a lápis ou com caneta escura.',
    correct: 'Para corrigir, apague a marca por completo. Se usar caneta, peça outra folha.',
    page: 'Página',
    keep: 'Não escreva sobre os quadrados nem dobre os cantos.',
    true: 'Verdadeiro',
    false: 'Falso',
  },
  ar: {
    name: 'الاسم',
    number: 'رقم الطالب',
    how: 'املأ الدوائر بالكامل بقلم رصاص أو بقلم داكن.',
    correct: 'للتصحيح، امحُ العلامة تمامًا. وإذا كنت تكتب بقلم حبر، فاطلب ورقة جديدة.',
    page: 'الصفحة',
    keep: 'لا تكتب على المربعات، ولا تطوِ زوايا الورقة.',
    true: 'صواب',
    false: 'خطأ',
  },
};

/** Returns the texts in the language of a course, or else in English, with the language that they are in. */
export function textsIn(language: string): SheetTexts & { language: string } {
  const own = new Intl.Locale(language).language;
  const texts = TEXTS[own];
  return texts ? { ...texts, language: own } : { ...(TEXTS.en as SheetTexts), language: 'en' };
}
