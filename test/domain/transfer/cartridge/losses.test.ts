import { Losses } from '../../../../src/domain/transfer/cartridge/losses.ts';

test('all losses of a part have the outcome of the part', () => {
  const losses = new Losses(new Map());
  const [lesson, other] = [
    { id: 'a', title: 'A lesson' },
    { id: 'b', title: 'Another one' },
  ];
  for (let part = 0; part < 2; part++) losses.find();
  losses.change(lesson, 'topics_lost', '2');
  losses.change(other, 'renamed');
  losses.skip(lesson, 'lesson_empty');
  const { found, made, changed, skipped, losses: told } = losses.ledger();
  expect([found, made, changed, skipped]).toEqual([2, 0, 1, 1]);
  expect(told.map(({ outcome, kind }) => [outcome, kind])).toEqual([
    ['skipped', 'topics_lost'],
    ['changed', 'renamed'],
    ['skipped', 'lesson_empty'],
  ]);
});
