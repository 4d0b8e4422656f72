/** The role of a member in an organisation. */
export type Role = 'owner' | 'creator' | 'learner';

/** Whether the caller is staff: an owner or a creator. API keys act as creators; `null` is not a member. */
export const isStaff = ({ role }: { role: Role | null }): boolean => role === 'owner' || role === 'creator';
