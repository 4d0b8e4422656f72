export type Role = 'owner' | 'creator' | 'learner';
