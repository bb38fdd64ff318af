import { DRILL_COMMAND, drillCheckCommand, nextDrillTime } from '../../../../../src/client/drills.ts';
import { CopyCommand } from '../../../kit/copy-command.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { StepList } from '../../../kit/step-list.tsx';
import { useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { useAdmin } from '../../api.ts';

const EVERY = 60_000;

/** When a compromise was practised last, and what follows when. It runs where the data folder is, so commands are copied. */
export function Drill() {
  const { keys } = useMessages();
  const words = keys.drill;
  const now = useNow();
  const status = useAdmin('getStatus', {}, { every: EVERY });
  const seals = useAdmin('getSeals', {});
  const sealKey = seals.data?.keys.at(-1);
  return (
    <Loaded query={status} also={[seals]}>
      {({ lastDrill }) => {
        const next = lastDrill && nextDrillTime(lastDrill.time);
        const isPractised = next !== undefined && Date.parse(next) > now;
        const roles: Readonly<Record<string, string>> = keys.roles;
        return (
          <section className="box stack" aria-labelledby="drill">
            <Headed
              actions={
                <>
                  <CopyCommand command={DRILL_COMMAND}>{words.copyDrill}</CopyCommand>
                  {sealKey !== undefined && (
                    <CopyCommand command={drillCheckCommand(sealKey)}>{words.copyCheck}</CopyCommand>
                  )}
                </>
              }
            >
              <h2 id="drill">{words.title}</h2>
            </Headed>
            <p className="soft">{words.text}</p>
            <StepList
              steps={[
                {
                  text: lastDrill ? words.practised(roles[lastDrill.role] ?? lastDrill.role) : words.practise,
                  state: isPractised ? 'done' : 'now',
                  time: lastDrill?.time,
                },
                { text: words.check, state: isPractised ? 'now' : 'later' },
                { text: words.again, state: isPractised || !lastDrill ? 'later' : 'now', time: next },
              ]}
            />
          </section>
        );
      }}
    </Loaded>
  );
}
