/** The texts that are printed on every sheet. */
interface SheetTexts {
  name: string;
  number: string;
  signature: string;
  page: string;
  /** Words before the picture of a right mark and before those of wrong ones, each of which also has its own word. */
  right: string;
  wrong: string;
  cross: string;
  tick: string;
  ring: string;
  how: string;
  correct: string;
  keep: string;
  /** Explanations of the letters of choices and of statements, for sheets without the questions. */
  choices: string;
  statements: string;
  /** The points for right, wrong and empty answers. */
  points: string;
  true: string;
  false: string;
}

const TEXTS: Readonly<Record<string, SheetTexts>> = {
  en: {
    name: 'Name',
    number: 'Student number',
    signature: 'Signature',
    page: 'Page',
    right: 'Right:',
    wrong: 'Wrong:',
    cross: 'cross',
    tick: 'tick',
    ring: 'ring',
    how: 'Fill the circles completely, with a pencil or a dark pen.',
    correct: 'To correct, erase the mark completely. If you use a pen, ask for a new sheet.',
    keep: 'Do not write on the squares, and do not fold the corners.',
    choices: 'A is the first choice, B the second, and so on.',
    statements: 'Statements: A = True, B = False.',
    points: 'Points: right {right}, wrong {wrong}, empty {empty}.',
    true: 'True',
    false: 'False',
  },
  de: {
    name: 'Name',
    number: 'Matrikelnummer',
    signature: 'Unterschrift',
    page: 'Seite',
    right: 'Richtig:',
    wrong: 'Falsch:',
    cross: 'Kreuz',
    tick: 'Haken',
    ring: 'Ring',
    how: 'Füllen Sie die Kreise ganz aus, mit Bleistift oder dunklem Stift.',
    correct: 'Radieren Sie zum Korrigieren die Markierung ganz aus. Mit Stift: Bitten Sie um einen neuen Bogen.',
    keep: 'Beschreiben Sie die Quadrate nicht, und knicken Sie die Ecken nicht.',
    choices: 'A ist die erste Antwort, B die zweite und so weiter.',
    statements: 'Aussagen: A = Richtig, B = Falsch.',
    points: 'Punkte: richtig {right}, falsch {wrong}, leer {empty}.',
    true: 'Richtig',
    false: 'Falsch',
  },
  es: {
    name: 'Nombre',
    number: 'Número de estudiante',
    signature: 'Firma',
    page: 'Página',
    right: 'Bien:',
    wrong: 'Mal:',
    cross: 'cruz',
    tick: 'visto',
    ring: 'anillo',
    how: 'Rellene los círculos por completo, con lápiz o bolígrafo oscuro.',
    correct: 'Para corregir, borre la marca por completo. Si usa bolígrafo, pida otra hoja.',
    keep: 'No escriba sobre los cuadrados ni doble las esquinas.',
    choices: 'A es la primera opción, B la segunda, etc.',
    statements: 'Afirmaciones: A = Verdadero, B = Falso.',
    points: 'Puntos: correcta {right}, incorrecta {wrong}, vacía {empty}.',
    true: 'Verdadero',
    false: 'Falso',
  },
  fr: {
    name: 'Nom',
    number: 'Numéro d’étudiant',
    signature: 'Signature',
    page: 'Page',
    right: 'Bien :',
    wrong: 'Mal :',
    cross: 'croix',
    tick: 'coche',
    ring: 'anneau',
    how: 'Remplissez entièrement les cercles, au crayon ou au stylo foncé.',
    correct: 'Pour corriger, effacez entièrement la marque. Au stylo, demandez une autre feuille.',
    keep: 'N’écrivez pas sur les carrés et ne pliez pas les coins.',
    choices: 'A est le premier choix, B le deuxième, etc.',
    statements: 'Affirmations : A = Vrai, B = Faux.',
    points: 'Points : juste {right}, faux {wrong}, vide {empty}.',
    true: 'Vrai',
    false: 'Faux',
  },
  pt: {
    name: 'Nome',
    number: 'Número de estudante',
    signature: 'Assinatura',
    page: 'Página',
    right: 'Certo:',
    wrong: 'Errado:',
    cross: 'cruz',
    tick: 'visto',
    ring: 'anel',
    how: 'Preencha os círculos por completo, a lápis ou com caneta escura.',
    correct: 'Para corrigir, apague a marca por completo. Se usar caneta, peça outra folha.',
    keep: 'Não escreva sobre os quadrados nem dobre os cantos.',
    choices: 'A é a primeira opção, B a segunda, etc.',
    statements: 'Afirmações: A = Verdadeiro, B = Falso.',
    points: 'Pontos: certa {right}, errada {wrong}, vazia {empty}.',
    true: 'Verdadeiro',
    false: 'Falso',
  },
  ar: {
    name: 'الاسم',
    number: 'رقم الطالب',
    signature: 'التوقيع',
    page: 'الصفحة',
    right: 'صحيح:',
    wrong: 'غير صحيح:',
    cross: 'علامة ضرب',
    tick: 'علامة صح',
    ring: 'حلقة',
    how: 'املأ الدوائر بالكامل بقلم رصاص أو بقلم داكن.',
    correct: 'للتصحيح، امحُ العلامة تمامًا. وإذا كنت تكتب بقلم حبر، فاطلب ورقة جديدة.',
    keep: 'لا تكتب على المربعات، ولا تطوِ زوايا الورقة.',
    choices: 'A هو الخيار الأول، وB الثاني، وهكذا.',
    statements: 'العبارات: A = صواب، B = خطأ.',
    points: 'النقاط: صحيحة {right}، خاطئة {wrong}، فارغة {empty}.',
    true: 'صواب',
    false: 'خطأ',
  },
};

/** Returns the texts in the language of a course, or in English if there are none, with the language used. */
export function textsIn(language: string): SheetTexts & { language: string } {
  const own = new Intl.Locale(language).language;
  const texts = TEXTS[own];
  return texts ? { ...texts, language: own } : { ...(TEXTS.en as SheetTexts), language: 'en' };
}
