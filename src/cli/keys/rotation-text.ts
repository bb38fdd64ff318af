import type { AdminResponse } from '../../admin/contract/index.ts';
import { finishFrom, type Key, ROTATING, type RotatingRole, underWay } from '../../client/rotation.ts';

type Keys = AdminResponse<'listKeys'>;

const finish = (role: RotatingRole) => `diptych keys rotate ${role} --finish`;

/** The step that follows; lines that fit a terminal. */
function rotationText(role: RotatingRole, key: Key): readonly string[] {
  const since = `${role}: a rotation has been under way since ${key.stageTime}`;
  if (role === 'encryption')
    return [since, `  the old key decrypts for keys.graceDays days; stop it now: ${finish(role)}`];
  const from = role === 'identity' ? `, from ${new Date(finishFrom(key)).toISOString()} on` : '';
  return [since, `  look at the new certificate, then finish it${from}:`, `  ${finish(role)}`];
}

/** What was begun and is not finished, with the command for the next step of each. */
export function underWayText({ keys, certificationRequests }: Keys): readonly string[] {
  const rotations = ROTATING.flatMap((role) => {
    const key = underWay(keys, role);
    return key ? rotationText(role, key) : [];
  });
  const waiting = certificationRequests.length;
  if (waiting === 0) return rotations;
  const text =
    waiting === 1 ? '1 key waits for its certificate' : `${waiting} keys wait for their certificates`;
  return [...rotations, `${text}; have your root issue it, then: diptych keys import FILE`];
}
