import type { AdminResponse } from '../../../../../src/admin/contract/index.ts';

export type Holder = AdminResponse<'getHolder'>;
export type HolderDialog = 'issue' | 'refresh' | 'hold' | 'revoke' | 'erase';

/** Whether the state of the holder allows it; a legal hold forbids erasing. */
export function isOffered(
  dialog: HolderDialog,
  { state, holds = [] }: Pick<Holder, 'state' | 'holds'>,
): boolean {
  if (dialog === 'erase') return holds.length === 0;
  const isForActive = dialog === 'issue' || dialog === 'revoke';
  return state === 'active' || !isForActive;
}
