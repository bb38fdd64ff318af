import type { ReactNode } from 'react';
import { Headed } from '../../../../kit/headed.tsx';
import { n } from '../../../../messages/counts.ts';
import { holdersImport } from '../../../../messages/holders-import.ts';
import { useWords } from '../../../../messages/index.ts';
import type { Job } from './job.ts';

/** The progress in records, as text and as a bar. */
export function Progress({ job, actions }: { readonly job: Job; readonly actions: ReactNode }) {
  const words = useWords(holdersImport);
  const { phase, file, done, total, counts } = job;
  const isRunning = phase === 'checking' || phase === 'importing';
  return (
    <section className="box stack">
      <Headed actions={actions}>
        <h2>{file}</h2>
        <span role="status">
          {words.phases[phase]} {total > 0 && phase !== 'checked' && words.progress(done, total)}
        </span>
      </Headed>
      {isRunning && (
        <>
          <progress className="bar" value={done} max={Math.max(total, 1)} aria-label={words.phases[phase]} />
          <p className="soft small">{words.leave}</p>
        </>
      )}
      <dl className="import-counts">
        {(['created', 'updated', 'unchanged', 'refused'] as const).map((kind) => (
          <div key={kind}>
            <dt>{words.counts[kind]}</dt>
            <dd>{n(counts[kind])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
