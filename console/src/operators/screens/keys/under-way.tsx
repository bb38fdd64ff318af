import { Link } from '../../../frame/navigation.tsx';
import { Button } from '../../../kit/button.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Notice } from '../../../kit/states.tsx';
import { StepList } from '../../../kit/step-list.tsx';
import { useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useMayCall } from '../../api.ts';
import type { Request } from './key-table.tsx';
import { type Key, ROTATING, type RotatingRole, rotationSteps, underWay } from './next-step.ts';
import { PanelHeading } from './panel-heading.tsx';
import { useRequestedRotations } from './requested-rotations.ts';

interface Shared {
  /** The id of the panel that was just begun. */
  readonly fresh: string | undefined;
  readonly onFinish: (role: RotatingRole) => void;
  readonly onImport: () => void;
  readonly onDiscard: (id: string) => void;
  readonly onDetails: (id: string) => void;
}

interface UnderWayProps extends Shared {
  readonly keys: readonly Key[];
  readonly requests: readonly Request[];
  readonly graceDays: number;
}

/** What was begun and is not finished: the steps that follow, when, and the button for the next one. */
export function UnderWay({ keys, requests, graceDays, ...shared }: UnderWayProps) {
  const running = ROTATING.flatMap((role) => {
    const key = underWay(keys, role);
    return key ? [{ role, key }] : [];
  });
  return (
    <>
      {running.map(({ role, key }) => (
        <Rotation key={role} role={role} running={key} graceDays={graceDays} {...shared} />
      ))}
      {requests.map((request) => (
        <Requested key={request.id} request={request} {...shared} />
      ))}
    </>
  );
}

interface RotationProps extends Shared {
  readonly role: RotatingRole;
  readonly running: Key;
  readonly graceDays: number;
}

function Rotation({ role, running, graceDays, fresh, onFinish, onDiscard, onDetails }: RotationProps) {
  const { keys: words, common } = useMessages();
  const may = useMayCall();
  const now = useNow();
  const approval = useRequestedRotations()?.get(role);
  const steps = rotationSteps(role, running, now, graceDays, approval !== undefined);
  const isDue = steps.at(-1)?.state === 'now';
  const title = `rotation-${role}`;
  return (
    <section className="box stack under-way" aria-labelledby={title}>
      <Headed
        actions={
          <>
            {may('rotateKey') && approval === undefined && (
              <Button kind={isDue && role !== 'encryption' ? 'main' : 'plain'} onClick={() => onFinish(role)}>
                {role === 'encryption' ? words.stopOld : words.finish}
              </Button>
            )}
            <Button onClick={() => onDetails(running.id)}>{words.certificateOf[role]}</Button>
            {running.stage === 'next' && may('discardKey') && (
              <Button kind="danger" onClick={() => onDiscard(running.id)}>
                {words.cancelRotation}
              </Button>
            )}
          </>
        }
      >
        <PanelHeading id={title} fresh={fresh}>
          {words.rotationOf(words.roles[role])}
        </PanelHeading>
      </Headed>
      {approval !== undefined && (
        <Notice kind="care" title={words.finishRequested}>
          <Link to="/approvals/$id" params={{ id: approval }}>
            {common.waitsLink}
          </Link>
        </Notice>
      )}
      <StepList
        steps={words.rotateSteps[role].map(([done, effect], index) => ({
          text: words.rotateStep(done, effect, graceDays),
          state: 'later',
          ...steps[index],
        }))}
      />
    </section>
  );
}

interface RequestedProps extends Shared {
  readonly request: Request;
}

function Requested({
  request: { id, role, createTime },
  fresh,
  onImport,
  onDiscard,
  onDetails,
}: RequestedProps) {
  const { keys: words } = useMessages();
  const may = useMayCall();
  const roles: Readonly<Record<string, string>> = words.roles;
  const title = `request-${id}`;
  const [made, issued, imported] = words.requestSteps;
  return (
    <section className="box stack under-way" aria-labelledby={title}>
      <Headed
        actions={
          <>
            {may('importKey') && (
              <Button kind="main" onClick={onImport}>
                {words.import}
              </Button>
            )}
            <Button onClick={() => onDetails(id)}>{words.downloadRequest}</Button>
            {may('discardKey') && (
              <Button kind="danger" onClick={() => onDiscard(id)}>
                {words.cancelRequest}
              </Button>
            )}
          </>
        }
      >
        <PanelHeading id={title} fresh={fresh}>
          {words.requestOf(roles[role] ?? role)}
        </PanelHeading>
      </Headed>
      <StepList
        steps={[
          { text: made, state: 'done', time: createTime },
          { text: issued, state: 'now' },
          { text: imported, state: 'later' },
        ]}
      />
    </section>
  );
}
