import type { AdminResponse } from '../../admin/contract/index.ts';
import { finishFrom, type Key, ROTATING, type RotatingRole, underWay } from '../../client/rotation.ts';

type Keys = AdminResponse<'listKeys'>;

const finish = (role: RotatingRole) => `diptych keys rotate ${role} --finish`;

function rotationText(role: RotatingRole, key: Key): string {
  const since = `${role}: a rotation is under way since ${key.stageTime};`;
  if (role === 'encryption')
    return `${since} the old key decrypts for keys.graceDays days; "${finish(role)}" stops it now`;
  const from = role === 'identity' ? ` from ${new Date(finishFrom(key)).toISOString()} on` : '';
  return `${since} next, look at the new certificate, then finish it${from}: ${finish(role)}`;
}

/** What was begun and is not finished, with the command for the next step of each. */
export function underWayText({ keys, certificationRequests }: Keys): readonly string[] {
  const rotations = ROTATING.flatMap((role) => {
    const key = underWay(keys, role);
    return key ? [rotationText(role, key)] : [];
  });
  const requests = certificationRequests.map(
    ({ id, role }) =>
      `${role} ${id}: waits for its certificate; next, have your root issue it, then: diptych keys import FILE`,
  );
  return [...rotations, ...requests];
}
