/** The role of a member in an organisation. */
export type Role = 'owner' | 'creator' | 'learner';

/** Whether the caller is staff: an owner or a creator. API keys act as creators. A role of `null` means that the caller is not a member. */
export const isStaff = ({ role }: { role: Role | null }): boolean => role === 'owner' || role === 'creator';
