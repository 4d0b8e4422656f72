import { startTestApp, type TestApp } from '../../support/app.ts';
import { expectStatus } from '../../support/browser.ts';
import {
  type Cartridge,
  cartridgeOf,
  choicesXml,
  equal,
  linkXml,
  material,
  pageHtml,
  qtiItem,
  quizXml,
  resourceType,
  scored,
  topicXml,
} from '../../support/cartridges.ts';
import { importCourse, importFile } from '../../support/course-archives.ts';
import type { Row } from '../../support/organisation.ts';
import { newSchool, type School } from '../../support/school.ts';

let app: TestApp;
let school: School;
beforeAll(async () => {
  app = await startTestApp();
  school = await newSchool(app);
});
afterAll(() => app.close());

const read = async (path: string) => (await expectStatus(200, school.browser.call('get', path))).body;

const SPACE = 'xmlns="http://canvas.instructure.com/xsd/cccv1p0"';
const LAR = 'associatedcontent/imscc_xmlv1p1/learning-application-resource';

const item = (id: string, type: string, title: string, more = '') =>
  `<item identifier="${id}"><content_type>${type}</content_type><workflow_state>active</workflow_state><title>${title}</title>${more}</item>`;

const MODULES = `<modules ${SPACE}>
  <module identifier="m1"><title>Start</title><workflow_state>active</workflow_state><require_sequential_progress>true</require_sequential_progress>
    <items>${item('i1', 'WikiPage', 'Page')}${item('i2', 'ContextModuleSubHeader', 'More')}${item('i3', 'ExternalUrl', 'Site', '<url>https://example.org/site</url>')}</items></module>
  <module identifier="m2"><title>Work</title><workflow_state>unpublished</workflow_state><unlock_at>2027-01-18T07:00:00</unlock_at>
    <prerequisites><prerequisite type="context_module"><identifierref>m1</identifierref></prerequisite></prerequisites>
    <items>${item('i4', 'Assignment', 'Script').replace('active', 'unpublished')}${item('i5', 'Quizzes::Quiz', 'Quiz')}</items></module>
  <module identifier="m3"><title>End</title><prerequisites><prerequisite><identifierref>m1</identifierref></prerequisite></prerequisites>
    <completionRequirements><completionRequirement type="must_view"/></completionRequirements><items/></module>
</modules>`;

const SETTINGS = `<course ${SPACE}><title>Canvas course</title><time_zone>America/Denver</time_zone><start_at>2027-01-11T07:00:00</start_at><conclude_at>2027-03-27T05:00:00</conclude_at>
  <group_weighting_scheme>percent</group_weighting_scheme><grading_standard_enabled>true</grading_standard_enabled><grading_standard_identifier_ref>gs</grading_standard_identifier_ref></course>`;

const GROUPS = `<assignmentGroups ${SPACE}>
  <assignmentGroup identifier="g1"><title>Scripts</title><group_weight>60</group_weight><rules><rule><drop_type>drop_lowest</drop_type><drop_count>1</drop_count></rule>
    <rule><drop_type>never_drop</drop_type><identifierref>a</identifierref></rule></rules></assignmentGroup>
  <assignmentGroup identifier="g2"><title>Scripts</title><group_weight>40</group_weight></assignmentGroup></assignmentGroups>`;

const RUBRICS = `<rubrics ${SPACE}><rubric identifier="r"><title>Scripts</title><criteria><criterion><description>Result</description>
  <ratings><rating><description>Works</description><points>10</points><long_description>All of it</long_description></rating><rating><description>Does not</description><points>0</points></rating></ratings></criterion></criteria></rubric></rubrics>`;

const STANDARDS = `<gradingStandards ${SPACE}><gradingStandard identifier="gs"><title>Letters</title><data>[["A",0.9],["B",0.8],["F",0.0]]</data></gradingStandard></gradingStandards>`;

const LATE = `<late_policy ${SPACE}><missing_submission_deduction_enabled>true</missing_submission_deduction_enabled><missing_submission_deduction>80.0</missing_submission_deduction>
  <late_submission_deduction_enabled>true</late_submission_deduction_enabled><late_submission_deduction>10.0</late_submission_deduction><late_submission_interval>day</late_submission_interval>
  <late_submission_minimum_percent_enabled>true</late_submission_minimum_percent_enabled><late_submission_minimum_percent>40.0</late_submission_minimum_percent></late_policy>`;

const ASSIGNMENT = `<assignment identifier="a" ${SPACE}><title>Script</title><due_at>2027-02-02T06:59:00</due_at><unlock_at>2027-01-13T16:30:00</unlock_at><lock_at>2026-12-01T00:00:00</lock_at>
  <peer_reviews>true</peer_reviews><points_possible>10.0</points_possible><grading_type>letter_grade</grading_type><submission_types>online_upload,online_text_entry</submission_types><allowed_extensions>sh,txt</allowed_extensions>
  <assignment_group_identifierref>g1</assignment_group_identifierref><rubric_identifierref>r</rubric_identifierref><rubric_use_for_grading>true</rubric_use_for_grading><workflow_state>published</workflow_state></assignment>`;

const question = qtiItem(
  'one',
  { question_type: 'true_false_question', points_possible: '1' },
  material('True?') + choicesXml('r', 'Single', { t: 'True', f: 'False' }),
  scored(equal('r', 't')),
);
const two = question + question.replaceAll('ident="one"', 'ident="two"');

const META = `<quiz identifier="q" ${SPACE}><title>Quiz</title><description>&lt;p&gt;Be &lt;em&gt;quick&lt;/em&gt;&lt;/p&gt;</description><due_at>2027-02-01T06:59:59</due_at><shuffle_answers>true</shuffle_answers><allowed_attempts>-1</allowed_attempts>
  <time_limit>20</time_limit><quiz_type>assignment</quiz_type><points_possible>5.0</points_possible><available>true</available>
  <assignment identifier="qa"><points_possible>5.0</points_possible><assignment_group_identifierref>g2</assignment_group_identifierref><workflow_state>published</workflow_state></assignment></quiz>`;

const TOPIC_META = `<topicMeta identifier="tm" ${SPACE}><topic_id>t</topic_id><title>Talk</title><workflow_state>active</workflow_state>
  <assignment identifier="ta"><points_possible>4.0</points_possible><due_at>2027-02-10T06:59:00</due_at></assignment></topicMeta>`;

const CANVAS: Cartridge = {
  items: [
    {
      id: 'm1',
      title: 'Start',
      items: [
        { id: 'i1', title: 'Page', ref: 'p' },
        { id: 'i2', title: 'More' },
        { id: 'i3', title: 'Site', ref: 'i3' },
      ],
    },
    {
      id: 'm2',
      title: 'Work',
      items: [
        { id: 'i4', title: 'Script', ref: 'a' },
        { id: 'i5', title: 'Quiz', ref: 'q' },
      ],
    },
    { id: 'm3', title: 'End' },
  ],
  resources: [
    {
      id: 'settings',
      type: LAR,
      files: {
        'course_settings/canvas_export.txt': 'Q: why?',
        'course_settings/course_settings.xml': SETTINGS,
        'course_settings/module_meta.xml': MODULES,
        'course_settings/assignment_groups.xml': GROUPS,
        'course_settings/rubrics.xml': RUBRICS,
        'course_settings/grading_standards.xml': STANDARDS,
        'course_settings/late_policy.xml': LATE,
      },
    },
    { id: 'p', type: 'webcontent', files: { 'wiki_content/p.html': pageHtml('Page', '<p>a</p>') } },
    {
      id: 'a',
      type: LAR,
      files: { 'a/script.html': pageHtml('Assignment: Script', '<p>Write <code>a.sh</code></p>'), 'a/assignment_settings.xml': ASSIGNMENT },
    },
    { id: 'q', type: resourceType('quiz'), files: { 'q/assessment_qti.xml': quizXml('q', 'Quiz', question) }, dependencies: ['qm'] },
    { id: 'qm', type: LAR, files: { 'q/assessment_meta.xml': META, 'non_cc_assessments/q.xml.qti': quizXml('q', 'Quiz', two) } },
    { id: 't', type: resourceType('discussion'), files: { 't.xml': topicXml('Talk', '<p>Say it</p>') }, dependencies: ['tm'] },
    { id: 'tm', type: LAR, files: { 'tm.xml': TOPIC_META } },
    { id: 'other', type: resourceType('link'), files: { 'other.xml': linkXml('Other', 'https://example.org/other') } },
  ],
};

test('a course of Canvas keeps its modules, states, dates in its zone, points, groups, rubric, letters and late policy', async () => {
  const done = await importCourse(app, school, await cartridgeOf(CANVAS), {}, 'canvas.imscc');
  expect(done).toMatchObject({ status: 'completed', failure: null, format: 'common_cartridge', plan: { has_settings: true } });
  const { plan, course_id: id } = done;
  expect(await read(`courses/${id}/`)).toMatchObject({
    title: 'Canvas course',
    timezone: 'America/Denver',
    length_mode: 'dates',
    start_date: '2027-01-11',
    end_date: '2027-03-26',
    schedule_basis: 'course_start',
  });
  const { results: chapters } = await read(`courses/${id}/chapters/`);
  expect(chapters).toMatchObject([
    { title: 'Start', is_published: true, sequential_lessons: true, requires_previous_chapter: false },
    { title: 'Start / More', is_published: true, sequential_lessons: true },
    { title: 'Work', is_published: false, requires_previous_chapter: true },
    { title: 'End', is_published: true, requires_previous_chapter: false },
    { title: 'Other content', is_published: false },
  ]);
  // biome-ignore lint/suspicious/noExplicitAny: tests look into whatever they hold
  const lessons: any[] = [];
  for (const chapter of chapters)
    for (const lesson of (await read(`courses/${id}/chapters/${chapter.id}/lessons/`)).results)
      lessons.push(await read(`courses/${id}/chapters/${chapter.id}/lessons/${lesson.id}/`));
  const [page, site, script, quiz, talk, other] = lessons;
  expect(page).toMatchObject({ title: 'Page', opens_day_offset: null });
  expect(site).toMatchObject({ title: 'Site', content: { body: expect.stringContaining('https://example.org/site') } });
  expect(script).toMatchObject({
    title: 'Script',
    content_type: 'assignment',
    is_published: false,
    opens_day_offset: 2,
    opens_time: '09:30',
    closes_day_offset: null,
    content: {
      instructions: 'Write `a.sh`',
      points: 10,
      submission_kinds: ['file', 'text'],
      allowed_file_extensions: ['sh', 'txt'],
      due: { kind: 'date', date: '2027-02-01', time: '23:59' },
    },
  });
  expect(quiz).toMatchObject({
    content_type: 'quiz',
    is_published: true,
    opens_day_offset: 7,
    opens_time: '00:00',
    content: { instructions: 'Be *quick*', max_attempts: null, time_limit_minutes: 20, shuffle_choices: true, due: { date: '2027-01-31', time: '23:59' } },
  });
  expect(quiz.content.questions).toHaveLength(2);
  expect(talk).toMatchObject({ content_type: 'assignment', content: { instructions: 'Say it', points: 4, submission_kinds: ['text'] } });
  expect(plan.topic_count).toBe(1);
  expect((await read(`courses/${id}/discussion/topics/`)).results).toMatchObject([{ title: 'Talk', lesson_id: talk.id, excerpt: 'Say it' }]);
  expect(other).toMatchObject({ title: 'Other' });
  const gradebook = await read(`courses/${id}/gradebook/settings/`);
  expect(gradebook).toMatchObject({
    is_weighted: true,
    grading_scheme: {
      kind: 'letters',
      letters: [
        { letter: 'A', from_percent: 90 },
        { letter: 'B', from_percent: 80 },
        { letter: 'F', from_percent: 0 },
      ],
    },
    late_policy: { is_enabled: true, interval: 'day', rate_percent: 10, floor_percent: 40 },
    missing_policy: { is_enabled: true, deduct_percent: 80 },
    categories: [
      { name: 'Scripts', weight_percent: 60, drop_lowest: 1, never_drop: [script.id] },
      { name: 'Scripts (2)', weight_percent: 40 },
    ],
  });
  expect(await read(`courses/${id}/gradebook/lessons/${script.id}/config/`)).toMatchObject({
    category_id: gradebook.categories[0].id,
    grading_type: 'letter',
    rubric: { title: 'Scripts', is_feedback_only: false, criteria: [{ title: 'Result', levels: [{ title: 'Works', points: 10 }, { points: 0 }] }] },
  });
  expect(await read(`courses/${id}/gradebook/lessons/${quiz.id}/config/`)).toMatchObject({ category_id: gradebook.categories[1].id, points: 5 });
  expect(plan.warnings.map(({ kind, detail }: Row) => [kind, detail])).toEqual([
    ['features_lost', 'peer_reviews'],
    ['date_lost', '2026-11-30 17:00'],
    ['prerequisites_lost', null],
    ['requirements_lost', null],
  ]);
  expect(plan.made + plan.changed + plan.skipped).toBe(plan.found);
});

test('the dates of a course of Canvas move to a new first day', async () => {
  const { path } = await importFile(app, school, await cartridgeOf(CANVAS), 'canvas.imscc', { dates: { start_date: '2027-09-06' } });
  const { plan } = await read(path);
  expect(plan.dates).toMatchObject([
    { kind: 'start_date', before: '2027-01-11', after: '2027-09-06' },
    { kind: 'end_date', before: '2027-03-26', after: '2027-11-19' },
    { kind: 'due', title: 'Script', before: '2027-02-01', after: '2027-09-27' },
    { kind: 'due', title: 'Quiz', before: '2027-01-31', after: '2027-09-26' },
    { kind: 'due', title: 'Talk', before: '2027-02-09', after: '2027-10-05' },
  ]);
});
