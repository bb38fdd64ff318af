import countries from './iso-3166-1.json' with { type: 'json' };

const ASSIGNED: ReadonlySet<string> = new Set(countries.assigned.flatMap((line) => line.split(' ')));

/** Whether ISO 3166-1 has officially assigned the code, two capital letters, to a country. */
export const isAssignedCountry = (code: string): boolean => ASSIGNED.has(code);
