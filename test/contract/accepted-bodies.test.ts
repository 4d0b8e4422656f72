import { acceptedFaults } from '../../src/http/contract/response-check.ts';

const ATTEMPT = '0199f3c7-ce66-7d0f-8b14-e3c2d4d92091';

test('every body that a test sends and the service accepts is compared with the union that the contract publishes', () => {
  expect(acceptedFaults('recordLessonProgress', { event: 'quiz_submitted', attempt_id: ATTEMPT })).toEqual([]);
  expect(acceptedFaults('recordLessonProgress', { event: 'quiz_submitted' })).toContain(" must have required property 'attempt_id'");
  expect(acceptedFaults('updateAgentLesson', { updated_at: '2026-11-20T09:30:00.123Z', content_type: 'quiz', content: null })).toEqual([]);
  expect(acceptedFaults('updateAgentLesson', { updated_at: '2026-11-20T09:30:00.123Z', content_type: 'quiz', content: { body: 'text' } })).not.toEqual([]);
});

test('the contract refuses no body for defaults of another kind, which the service fills in', () => {
  expect(acceptedFaults('recordLessonProgress', { event: 'opened', seconds_spent: 0, watched_ranges: [], answers: [] })).toEqual([]);
});
