/** The resources that an API key can have scopes for (service.md section 5). */
export const RESOURCES = ['courses', 'chapters', 'lessons', 'org_settings'] as const;
export type Resource = (typeof RESOURCES)[number];

/** Levels in ascending order: each permits everything that the levels before it permit. */
export const LEVELS = ['none', 'view', 'edit'] as const;
export type Level = (typeof LEVELS)[number];

export type Scopes = Record<Resource, Level>;

export interface ResourceScope {
  resource: Resource;
  level: Exclude<Level, 'none'>;
}

export const permits = (scopes: Scopes, needed: ResourceScope): boolean => LEVELS.indexOf(scopes[needed.resource]) >= LEVELS.indexOf(needed.level);
