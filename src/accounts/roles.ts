/** The roles of operators in rising order: each may do what those before it may. */
export const ROLES = ['viewer', 'operator', 'approver', 'administrator'] as const;
export type Role = (typeof ROLES)[number];

export const isAtLeast = (role: Role, least: Role) => ROLES.indexOf(role) >= ROLES.indexOf(least);
