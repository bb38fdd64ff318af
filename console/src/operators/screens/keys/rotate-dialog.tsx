import { keyLimits } from 'virtual:contract';
import { useState } from 'react';
import { Link } from '../../../frame/navigation.tsx';
import { Facts } from '../../../kit/facts.tsx';
import { Field, Select } from '../../../kit/field.tsx';
import { Id } from '../../../kit/id.tsx';
import { useSay } from '../../../kit/messages.tsx';
import { Notice } from '../../../kit/states.tsx';
import { longDayText, useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdminAction } from '../../api.ts';
import { ActionDialog } from '../../parts/action-dialog.tsx';
import { useGraceDays } from './grace-days.ts';
import {
  finishFrom,
  type Key,
  ROTATING,
  type RotatingRole,
  rotatedFirst,
  stepFor,
  stoppedBy,
  underWay,
} from './next-step.ts';
import { useRequestedRotations } from './requested-rotations.ts';
import { StepText } from './step-text.tsx';

interface RotateProps {
  readonly keys: readonly Key[];
  /** The key that the person came from; without one, the dialog asks. */
  readonly of?: RotatingRole | undefined;
  /** Called when the rotation has begun, or has ended. */
  readonly onDone: (role: RotatingRole, isFinished: boolean) => void;
  readonly onClose: () => void;
}

/** Guides through the rotation of a key and shows its current step. */
export function RotateDialog({ keys, of, onDone, onClose }: RotateProps) {
  const { keys: words, common } = useMessages();
  const say = useSay();
  const now = useNow();
  const { mutateAsync } = useAdminAction('rotateKey');
  const requested = useRequestedRotations();
  const graceDays = useGraceDays();
  // Later answers must not put another key under the pointer.
  const [role, setRole] = useState(() => of ?? rotatedFirst(keys, now, keyLimits) ?? 'documentSigner');
  const running = underWay(keys, role);
  const approval = requested?.get(role);
  const finish = running !== undefined;
  const stopped = running && stoppedBy(keys, running);
  const from = running && finishFrom(running);
  const isEarly = from !== undefined && from > now;
  const step = !finish ? 0 : isEarly ? 1 : 2;
  const name = words.roles[role];
  const next = stepFor(keys, role, now, keyLimits);
  const due = !running || next?.kind === 'finish' ? next : undefined;
  const state = running
    ? words.rotateSince(longDayText(Date.parse(running.stageTime)))
    : approval === undefined && words.rotateIdle;
  return (
    <ActionDialog
      key={role}
      title={of ? words.rotateOf(words.roles[of]) : words.rotate}
      text={of !== undefined && state}
      action={finish ? words.finish : words.start}
      isDanger={finish}
      isReady={requested !== undefined && approval === undefined}
      {...(stopped && { typed: stopped.id })}
      run={() => mutateAsync({ role, ...(finish && { finish }) })}
      onDone={() => {
        say(finish ? words.finished(name) : words.started(name));
        onDone(role, finish);
      }}
      onClose={onClose}
    >
      {of === undefined && (
        <>
          <Field
            label={words.rotateRole}
            hint={
              <>
                <p>{words.purposes[role]}</p>
                {due && <StepText step={due} />}
              </>
            }
          >
            <Select
              value={role}
              onChange={setRole}
              options={ROTATING.map((value) => ({ value, text: words.roles[value] }))}
            />
          </Field>
          {state && <p>{state}</p>}
        </>
      )}
      {approval !== undefined && (
        <Notice kind="care" title={words.rotateRequested}>
          <Link to="/approvals/$id" params={{ id: approval }}>
            {common.waitsLink}
          </Link>
        </Notice>
      )}
      <ol className="step-list">
        {words.rotateSteps[role].map(([done, effect], index) => (
          <li key={done} aria-current={index === step ? 'step' : undefined}>
            {words.rotateStep(done, effect, graceDays)}
          </li>
        ))}
      </ol>
      {isEarly && <Notice kind="care">{words.rotateEarly(longDayText(from))}</Notice>}
      {stopped && (
        <Facts
          facts={[
            [words.stopped, <Id key="stopped" value={stopped.id} />],
            running.id !== stopped.id && [words.successor, <Id key="next" value={running.id} />],
          ]}
        />
      )}
      {finish && role !== 'encryption' && <p className="soft small">{words.cancelHint}</p>}
    </ActionDialog>
  );
}
