import '../../../styles/parts.css';
import { useState } from 'react';
import { Link } from '../../../frame/navigation.tsx';
import { Badge, toneOf } from '../../../kit/badge.tsx';
import { Checkbox } from '../../../kit/field.tsx';
import { Loaded, Notice } from '../../../kit/states.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';
import { Sentence, useCheckTitle } from './sentence.tsx';

type Answer = AdminResponse<'getFindings'>['findings'][number];

/** The pages on which something can be done about a check. */
const PAGES: Readonly<Record<string, string>> = {
  keys: '/keys',
  'status lists': '/status-lists',
  'audit log': '/audit-log',
  notifications: '/notifications',
  people: '/users',
};

/** What to do. A page knows what was begun already, for example a rotation that waits for approval; a command does not. */
function Remedy({ text, isFolded }: { readonly text: string; readonly isFolded: boolean }) {
  const { settings: words } = useMessages();
  const sentence = <Sentence text={text.replace(/; see docs\S+$/, '')} />;
  if (!isFolded)
    return (
      <div className="soft small">
        {words.remedy} {sentence}
      </div>
    );
  return (
    <details className="soft small">
      <summary>{words.onCommandLine}</summary>
      {sentence}
    </details>
  );
}

function Finding({ finding: { level, check, text, remedy } }: { readonly finding: Answer }) {
  const { settings: words } = useMessages();
  const title = useCheckTitle()(check);
  const page = level === 'ok' ? undefined : PAGES[check];
  return (
    <li className="finding">
      <Badge tone={toneOf(level)}>{words.levels[level]}</Badge>
      <div>
        <strong>{title}</strong>
        <div>
          <Sentence text={text} />
        </div>
        {page !== undefined && (
          <div className="small">
            <Link to={page}>{words.openPage(title)}</Link>
          </div>
        )}
        {remedy !== undefined && <Remedy text={remedy} isFolded={page !== undefined} />}
      </div>
    </li>
  );
}

/** Findings of `diptych doctor` in the running server. */
export function Findings() {
  const { settings: words } = useMessages();
  const query = useAdmin('getFindings', {});
  const [isAll, setAll] = useState(false);
  return (
    <>
      <h2>{words.findings}</h2>
      <Loaded query={query}>
        {({ time, findings }) => {
          const shown = findings.filter(({ level }) => isAll || level !== 'ok');
          return (
            <>
              <p className="soft small">
                {words.checked} <Time at={time} />
              </p>
              {shown.length === 0 ? (
                <Notice kind="good">{words.allClear}</Notice>
              ) : (
                <div className="box">
                  <ul className="plain findings">
                    {shown.map((finding) => (
                      <Finding key={`${finding.check} ${finding.text}`} finding={finding} />
                    ))}
                  </ul>
                </div>
              )}
              <Checkbox label={words.showOk} isChecked={isAll} onChange={setAll} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
