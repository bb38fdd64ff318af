import { UserError } from '../../conventions/user-error.ts';

/** `021-drop-line-state-after-013` takes away what versions used that do not know migration 013. */
const CONTRACTS = /-after-(\d{3})$/;

const NUMBER_LENGTH = 3;

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
