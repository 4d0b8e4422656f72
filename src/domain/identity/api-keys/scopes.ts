/** What an API key can be given scopes for (service.md section 5). */
export const RESOURCES = ['courses', 'chapters', 'lessons', 'org_settings'] as const;
export type Resource = (typeof RESOURCES)[number];

/** In rising order: each level permits what the ones before it do. */
export const LEVELS = ['none', 'view', 'edit'] as const;
export type Level = (typeof LEVELS)[number];

export type Scopes = Record<Resource, Level>;

export interface ResourceScope {
  resource: Resource;
  level: Exclude<Level, 'none'>;
}

export const permits = (scopes: Scopes, needed: ResourceScope): boolean => LEVELS.indexOf(scopes[needed.resource]) >= LEVELS.indexOf(needed.level);
