import type { Chance } from '../../../scripts/crash/chance.ts';

export const between = (chance: Chance, least: number, most: number): number => least + chance.next() * (most - least);

export const likely = (chance: Chance, probability: number): boolean => chance.next() < probability;
