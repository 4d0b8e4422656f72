/** A small course written for this project. `fillDemo` adds the lessons that show files. */
export const DEMO_COURSE = {
  title: 'How to learn anything',
  description: 'Four habits that make studying stick, in under an hour.',
  chapters: [
    {
      title: 'Why we forget',
      lessons: [
        {
          title: 'The forgetting curve',
          content_type: 'lesson',
          content: {
            format: 'markdown',
            body: 'In 1885 Hermann Ebbinghaus learned lists of syllables and tested himself on them for a month. Within a **day** more than half was gone.\n\nWhat slows the loss is not rereading but *recalling*.',
          },
        },
        {
          title: 'Check yourself',
          content_type: 'quiz',
          content: {
            passing_score_percent: 60,
            max_attempts: 3,
            questions: [
              {
                type: 'single',
                prompt: 'What slows forgetting most?',
                choices: [
                  { id: 'read', text: 'Reading the page again' },
                  { id: 'recall', text: 'Recalling it without the page' },
                  { id: 'mark', text: 'Highlighting lines in colour' },
                ],
                correct_choice_id: 'recall',
              },
              { type: 'true_false', prompt: 'Most of what we learn is lost within the first day.', correct: true },
              { type: 'numeric', prompt: 'In which year did Ebbinghaus publish his results?', correct_value: 1885, tolerance: 0 },
              {
                type: 'ordering',
                prompt: 'Put the steps of a study session in order.',
                items: [
                  { id: 'read', text: 'Read' },
                  { id: 'close', text: 'Close the book' },
                  { id: 'recall', text: 'Recall' },
                  { id: 'compare', text: 'Compare' },
                ],
              },
            ],
          },
        },
      ],
    },
    {
      title: 'Four habits',
      lessons: [
        {
          title: 'Plan your week',
          content_type: 'assignment',
          content: {
            instructions: 'Write down when you will study this week, what, and how you will test yourself.',
            submission_kinds: ['text', 'file'],
            points: 10,
            due: { kind: 'relative', days: 7 },
          },
        },
      ],
    },
  ],
};

/** A course that a learner can take to its certificate in a few minutes, without any external content. */
export const PRACTICE_COURSE = {
  title: 'Four habits in ten minutes',
  description: 'A short course that you can finish now.\n\n- two pages to read\n- a quiz\n- a plan of your own\n- a **certificate** at the end',
  chapters: [
    {
      title: 'Read and recall',
      lessons: [
        {
          title: 'Close the book',
          content_type: 'lesson',
          content: {
            format: 'markdown',
            body: 'Rereading feels like learning. **Recalling** is learning.\n\n1. Read a page.\n2. Close the book.\n3. Say what was in it.\n4. Compare.\n\n| Habit | Minutes |\n| --- | --: |\n| Recall | 5 |\n| Compare | 2 |\n\n> What you get wrong today is what you remember tomorrow.',
          },
        },
        {
          title: 'Check yourself',
          content_type: 'quiz',
          content: {
            instructions: 'Every kind of question is here once.',
            passing_score_percent: 50,
            max_attempts: null,
            time_limit_minutes: 20,
            questions: [
              {
                type: 'single',
                prompt: 'What slows forgetting most?',
                choices: [
                  { id: 'read', text: 'Reading the page again' },
                  { id: 'recall', text: 'Recalling it without the page' },
                ],
                correct_choice_id: 'recall',
                explanation: 'Recalling strengthens what you can recall.',
              },
              {
                type: 'multiple',
                prompt: 'Which of these are recalling?',
                choices: [
                  { id: 'quiz', text: 'Answering a quiz' },
                  { id: 'mark', text: 'Highlighting lines' },
                  { id: 'tell', text: 'Telling a friend' },
                ],
                correct_choice_ids: ['quiz', 'tell'],
              },
              { type: 'true_false', prompt: 'Rereading feels like learning.', correct: true },
              { type: 'short_text', prompt: 'What do you close?', accepted_answers: ['book', 'the book'] },
              { type: 'numeric', prompt: 'How many minutes does the table give to recalling?', correct_value: 5, tolerance: 0, unit: 'min' },
              {
                type: 'matching',
                prompt: 'What belongs together?',
                pairs: [
                  { id: 'day', left: 'Same day', right: 'Recall' },
                  { id: 'week', left: 'Next week', right: 'Test yourself' },
                ],
              },
              {
                type: 'ordering',
                prompt: 'Put the steps in order.',
                items: [
                  { id: 'read', text: 'Read' },
                  { id: 'close', text: 'Close' },
                  { id: 'recall', text: 'Recall' },
                ],
              },
            ],
          },
        },
      ],
    },
    {
      title: 'Plan',
      lessons: [
        {
          title: 'Your plan',
          content_type: 'assignment',
          content: { instructions: 'Write in two sentences when you will study this week, and *what*.', submission_kinds: ['text', 'file'], points: 10 },
        },
        { title: 'Well done', content_type: 'lesson', content: { format: 'markdown', body: 'Press **Finish**, and collect your certificate.' } },
      ],
    },
  ],
};

/** A course whose lessons open one after another, and whose days count from the enrolment of each learner. */
export const TIMED_COURSE = {
  title: 'Bread in seven days',
  description: 'A sourdough of your own, day by day.\n\nEach day opens in the morning; the loaf on day seven is graded.',
  chapters: [
    {
      title: 'The starter',
      sequential_lessons: true,
      lessons: [
        {
          title: 'Flour and water',
          content_type: 'lesson',
          is_free_preview: true,
          content: {
            format: 'markdown',
            body: 'Stir 50 g of flour into 50 g of water. Cover it, and wait a day.\n\nHydration is $h = \\frac{m_{water}}{m_{flour}}$, here 100%.\n\n```python\ndef hydration(water, flour):\n    return water / flour\n```',
          },
        },
        {
          title: 'What does it smell of?',
          content_type: 'quiz',
          content: {
            passing_score_percent: 50,
            max_attempts: 2,
            questions: [
              {
                type: 'single',
                prompt: 'Your starter smells of vinegar. What does it need?',
                choices: [
                  { id: 'food', text: 'Flour and water' },
                  { id: 'bin', text: 'The bin' },
                ],
                correct_choice_id: 'food',
              },
              { type: 'essay', prompt: 'Describe your starter in a few sentences.', points: 5 },
            ],
          },
        },
      ],
    },
    {
      title: 'The loaf',
      requires_previous_chapter: true,
      lessons: [
        {
          title: 'Shaping',
          content_type: 'lesson',
          opens_day_offset: 3,
          opens_time: '08:00',
          content: { format: 'markdown', body: 'Fold, turn, rest. Three times.' },
        },
        {
          title: 'Show your loaf',
          content_type: 'assignment',
          content: {
            instructions: 'Send a picture of the crumb, and say what you would change.',
            submission_kinds: ['text', 'file'],
            points: 20,
            due: { kind: 'relative', days: 7 },
          },
        },
      ],
    },
  ],
};

/** Ten learners, in five scripts. The first one can sign in. Those of `DEMO_BUYERS` buy the third course. */
export const DEMO_LEARNERS = [
  'Demo learner',
  'Mina Okafor',
  'Zoë Brandt',
  'محمد العلي',
  '王小明',
  'Анна Петрова',
  'आरव शर्मा',
  'Luis Pérez',
  'Hannah Lindqvist',
  'Jonas Weiß',
] as const;

export const DEMO_BUYERS: readonly number[] = [0, 8, 9];
