import { sql } from 'kysely';
import { wholeOf } from '../../../platform/content/whole.ts';
import { readableFiles } from '../../files/readable-files.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { pointsGiven } from '../../learning/quizzes/score.ts';
import { readStoredSubmissions, type SubmittedFile } from '../../learning/submissions/read-submissions.ts';
import { answerPointsOf } from '../../studio/lesson-content/answer-points.ts';
import { readRenderings } from './pages.ts';

type FileTools = Pick<Tools, 'storage' | 'clock'>;

/** The work of a learner in a lesson. */
interface WorkKey {
  organisationId: string;
  enrollmentId: string;
  lessonId: string;
  /** Whether the reader must not learn whose work it is. */
  isAnonymous: boolean;
}

const MOST_TEXT_BYTES = 100_000;
const MOST_ATTEMPTS = 20;

/**
 * Returns what a learner submitted for an assignment, newest first. Without the learner's name, times are left out, and of files only text and the pictures of
 * their pages are returned.
 */
export async function readSubmitted(
  tools: FileTools & Pick<Tools, 'db'>,
  { isAnonymous, ...work }: WorkKey & { dueAt: string | null },
): Promise<Shape<'ReviewSubmission'>[]> {
  const submissions = await readStoredSubmissions(tools.db, work);
  const renderings = await readRenderings(
    tools.db,
    work.organisationId,
    submissions.map(({ id }) => id),
  );
  return Promise.all(
    submissions.map(async ({ id, files, submitted_at, ...same }) => ({
      ...same,
      submitted_at: isAnonymous ? null : submitted_at,
      files: await Promise.all(
        files.map(async (file, index) => {
          const shown = isAnonymous ? await showText(tools, file) : await showFile(tools, file);
          return { number: index + 1, ...shown, rendering: renderings.get(`${id} ${index + 1}`) ?? null };
        }),
      ),
    })),
  );
}

type ShownFile = Omit<Shape<'ReviewFile'>, 'number' | 'rendering'>;

async function showFile({ storage, clock }: FileTools, file: SubmittedFile): Promise<ShownFile> {
  const [readable] = await readableFiles(storage, clock, [file]);
  const { content_type, file_name } = file;
  return { content_type, file_name, text: null, url: readable?.url ?? null, expires_at: readable?.expires_at ?? null };
}

/** Returns the text of a file. A document contains the name of its author, and its address the time of its upload; a text contains neither. */
async function showText({ storage }: FileTools, { storage_key, content_type, size_bytes }: SubmittedFile): Promise<ShownFile> {
  const isShown = storage_key !== null && content_type.startsWith('text/') && size_bytes <= MOST_TEXT_BYTES;
  const stored = isShown ? await storage.open(storage_key) : undefined;
  const text = stored ? (await wholeOf(stored.stream)).toString('utf8') : null;
  return { content_type, file_name: null, text, url: null, expires_at: null };
}

interface AttemptRow extends Omit<Shape<'ReviewAttempt'>, 'questions' | 'pages'> {
  quiz: Shape<'QuizContent'>;
  answers: Shape<'GivenAnswer'>[];
  results: Pick<Shape<'ReviewQuestion'>, 'points' | 'max_points' | 'is_correct'>[];
  given: Record<string, number>;
  pictures: { page: number; key: string | null }[];
}

/** Returns the finished attempts of a learner at a quiz, newest first, each question with its key, the answer and the points, and the
 * scanned pages of an attempt on paper. A page shows the name of its learner. */
export async function readAttempted(
  { db, storage }: Pick<Tools, 'db' | 'storage'>,
  { organisationId, enrollmentId, lessonId, isAnonymous }: WorkKey,
): Promise<Shape<'ReviewAttempt'>[]> {
  const { rows } = await sql<AttemptRow>`select number, submitted_at, is_expired, needs_grading, regrade_id is not null as is_regraded,
      score_points::float8 as score_points, max_points::float8 as max_points, quiz, answers, results, given_points as given, source,
      (select coalesce(json_agg(json_build_object('page', scans.page, 'key', scans.picture_key) order by scans.page), '[]') from answer_sheets sheets
        join answer_sheet_scans scans on scans.organisation_id = sheets.organisation_id and scans.sheet_id = sheets.id and scans.is_current
        where sheets.organisation_id = quiz_attempts.organisation_id and sheets.attempt_id = quiz_attempts.id) as pictures
    from quiz_attempts where organisation_id = ${organisationId} and enrollment_id = ${enrollmentId} and lesson_id = ${lessonId} and submitted_at is not null
    order by number desc limit ${sql.lit(MOST_ATTEMPTS)}`.execute(db);
  return Promise.all(
    rows.map(async ({ quiz, answers, results, given, submitted_at, pictures, ...same }) => ({
      ...same,
      submitted_at: isAnonymous ? null : submitted_at,
      questions: showQuestions(quiz, answers, results as (AttemptRow['results'][number] & { question_id: string })[], given),
      pages: isAnonymous ? [] : await Promise.all(pictures.map((picture) => showPage(storage, picture))),
    })),
  );
}

const PICTURE_SECONDS = 3600;

const showPage = async (storage: Tools['storage'], { page, key }: AttemptRow['pictures'][number]): Promise<Shape<'ReviewPage'>> => ({
  page,
  picture_url: key === null ? null : await storage.readAddress(key, { expiresSeconds: PICTURE_SECONDS }),
});

function showQuestions(
  quiz: AttemptRow['quiz'],
  answers: AttemptRow['answers'],
  results: readonly (AttemptRow['results'][number] & { question_id: string })[],
  given: AttemptRow['given'],
): Shape<'ReviewQuestion'>[] {
  const answered = new Map(answers.map((answer) => [answer.question_id, answer]));
  const scored = new Map(results.map((result) => [result.question_id, result]));
  return quiz.questions.map((question) => {
    const id = question.id ?? '';
    const { points = null, max_points = question.points, is_correct = null } = scored.get(id) ?? {};
    return {
      question,
      answer: answered.get(id) ?? null,
      points,
      max_points,
      is_correct,
      answer_points: answerPointsOf(quiz, question),
      given_points: pointsGiven(given, id),
    };
  });
}
