import { CopyButton } from '../../../kit/copy-button.tsx';
import { useMessages } from '../../../messages/index.ts';

const STEPS = ['import', 'code', 'review'] as const;

/** The first steps on an empty server, with their commands. */
export function FirstStart() {
  const { today: words } = useMessages();
  return (
    <section className="box stack" aria-labelledby="first">
      <div>
        <h2 id="first">{words.firstTitle}</h2>
        <p className="soft">{words.firstText}</p>
      </div>
      <ol className="steps">
        {STEPS.map((step) => (
          <li key={step}>
            <p>{words.steps[step]}</p>
            <div className="command">
              <code>{words.commands[step]}</code>
              <CopyButton text={words.commands[step]} label={words.copyCommand} />
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
