import { timeOf } from '../../../platform/clock/clock.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { Shape } from '../../kernel/contract.ts';
import type { Tools } from '../../kernel/tools.ts';
import { readUsage } from './usage.ts';

export const getUsage = ({ db, clock }: Pick<Tools, 'db' | 'clock'>, { organisationId }: Caller): Promise<Shape<'StorageUsage'>> =>
  readUsage(db, organisationId, timeOf(clock));
