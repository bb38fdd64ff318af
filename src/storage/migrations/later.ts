import { UserError } from '../../conventions/user-error.ts';

/** `021-drop-line-state-after-013` takes away what versions used that do not know migration 013. */
const CONTRACTS = /-after-(\d{3})$/;

const NUMBER_LENGTH = 3;

/** The first migration of the versions before 1.0.0, none of which was published. */
const FIRST_OF_PREVIEWS = '001-issuer';

export const isPreview = (done: readonly string[]): boolean => done.includes(FIRST_OF_PREVIEWS);

export const PREVIEW = {
  text: 'the database was made by a version before 1.0.0, and this version does not read it; nothing was changed',
  remedy:
    'start with a new folder or database: import the holders again, and take the mediation settings over with ' +
    'diptych mediation import and apply (docs/operate/upgrades.md); keep the old folder, and read it with its version',
} as const;

/** The database of a version before 1.0.0. */
export class SchemaTooOld extends UserError {
  override readonly name = 'SchemaTooOld';

  constructor() {
    super(`${PREVIEW.text}; ${PREVIEW.remedy}`);
  }
}

/** A newer version took something from the schema that this one needs. */
export class SchemaTooNew extends UserError {
  override readonly name = 'SchemaTooNew';

  constructor(migrations: readonly string[]) {
    super(
      `a newer version removed from the schema what this version needs (${migrations.join(', ')}); ` +
        'start the newer version, or restore the backup from before it',
    );
  }
}

/**
 * Of the migrations of newer versions those that this version, which knows `known`, cannot work with. The others only
 * add.
 */
export function contracting(later: readonly string[], known: readonly string[]): readonly string[] {
  const newest = known.at(-1)?.slice(0, NUMBER_LENGTH) ?? '';
  return later.filter((name) => {
    const after = CONTRACTS.exec(name)?.[1];
    return after !== undefined && after > newest;
  });
}
