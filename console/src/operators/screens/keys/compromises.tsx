import { numberFormat } from '../../../../../src/conventions/intl-formats.ts';
import { percentText } from '../../../../../src/conventions/percent.ts';
import { typed } from '../../../kit/as-typed.ts';
import { CopyCommand } from '../../../kit/copy-command.tsx';
import { type Fact, Facts } from '../../../kit/facts.tsx';
import { Headed } from '../../../kit/headed.tsx';
import { Id } from '../../../kit/id.tsx';
import { Loaded } from '../../../kit/states.tsx';
import { StepList } from '../../../kit/step-list.tsx';
import { formattingLocale, Time, useNow } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';
import type { Key } from './next-step.ts';
import { PanelHeading } from './panel-heading.tsx';

type Compromise = AdminResponse<'getKeyCompromise'>;
type Progress = NonNullable<Compromise['progress']>;

/** Counts last for minutes; the server repeats them about once an hour. */
const EVERY = 60_000;

function useProgressFacts(progress: Progress | undefined): readonly Fact[] {
  const { keys } = useMessages();
  const words = keys.compromise;
  if (!progress) return [];
  const { msos = 0, left = 0, share = 0, credentials = 0, perHour, countTime, forecastTime } = progress;
  if (countTime === undefined) return [[words.left, words.counting]];
  const locale = formattingLocale();
  const number = numberFormat(locale);
  return [
    [words.left, words.leftOf(left, msos, percentText(share, { locale }))],
    [words.credentials, number.format(credentials)],
    perHour !== undefined && [words.perHour, number.format(perHour)],
    forecastTime !== undefined && [words.forecast, <Time key="none" at={forecastTime} isRelative />],
    [words.counted, <Time key="counted" at={countTime} isRelative />],
  ];
}

interface BoxProps {
  readonly compromise: Compromise;
  readonly fresh: string | undefined;
}

function CompromiseBox({ compromise, fresh }: BoxProps) {
  const { keys } = useMessages();
  const words = keys.compromise;
  const { key, sinceTime, recordTime, successor, dates, steps, progress } = compromise;
  const dateWords: Readonly<Record<string, Readonly<Record<string, string>>>> = words.dates;
  const role = key.role as keyof typeof keys.roles;
  const progressFacts = useProgressFacts(progress);
  const now = useNow();
  const isPast = (time: string) => Date.parse(time) <= now;
  const title = `compromise-${key.id}`;
  return (
    <section className="box stack compromise" aria-labelledby={title}>
      <Headed actions={<CopyCommand command={words.noticesCommand(key.id)}>{words.copyNotices}</CopyCommand>}>
        <PanelHeading id={title} fresh={fresh}>
          {words.title(keys.roles[role])}
        </PanelHeading>
      </Headed>
      <p>{words.texts[role]}</p>
      <Facts
        facts={[
          [keys.columns.key, <Id key="id" value={key.id} />],
          [words.since, <Time key="since" at={sinceTime} isRelative />],
          [words.recorded, <Time key="recorded" at={recordTime} isRelative />],
          successor && [words.successor, <Id key="next" value={successor.id} />],
          ...progressFacts,
        ]}
      />
      <h3>{words.next}</h3>
      <StepList
        steps={dates
          .toSorted((one, other) => (one.time < other.time ? -1 : 1))
          .map(({ event, time, text }, index, all) => ({
            text: dateWords[event]?.[role] ?? text,
            state: isPast(time)
              ? 'done'
              : all.slice(0, index).every((one) => isPast(one.time))
                ? 'now'
                : 'later',
            time,
          }))}
      />
      <details open>
        <summary>{words.steps}</summary>
        <p className="soft">{words.stepsText}</p>
        <ol className="step-list">
          {steps.map((step) => (
            <li key={step}>{typed(step)}</li>
          ))}
        </ol>
      </details>
    </section>
  );
}

function OneCompromise({ id, fresh }: { readonly id: string; readonly fresh: string | undefined }) {
  const query = useAdmin('getKeyCompromise', { id }, { every: EVERY });
  return (
    <Loaded query={query}>{(compromise) => <CompromiseBox compromise={compromise} fresh={fresh} />}</Loaded>
  );
}

interface CompromisesProps {
  readonly keys: readonly Key[];
  /** The id of the panel that was just begun. */
  readonly fresh: string | undefined;
}

/** The compromised keys whose certificates have not ended: readers may still accept what a thief signs. */
export function Compromises({ keys, fresh }: CompromisesProps) {
  const now = useNow();
  return keys
    .filter(({ compromiseTime, notAfterTime }) => compromiseTime && Date.parse(notAfterTime) > now)
    .map(({ id }) => <OneCompromise key={id} id={id} fresh={fresh} />);
}
