import { useState } from 'react';
import { Badge, type Tone } from '../../../kit/badge.tsx';
import { Checkbox } from '../../../kit/field.tsx';
import { LongWords } from '../../../kit/long-words.tsx';
import { Loaded, Notice } from '../../../kit/states.tsx';
import { type Column, Table } from '../../../kit/table.tsx';
import { Time } from '../../../kit/time.tsx';
import { useMessages } from '../../../messages/index.ts';
import { type AdminResponse, useAdmin } from '../../api.ts';

type Finding = AdminResponse<'getFindings'>['findings'][number];

const TONES: Readonly<Record<Finding['level'], Tone>> = { ok: 'good', warning: 'care', failure: 'warn' };

/** Findings of `diptych doctor` in the running server. */
export function Findings() {
  const { settings: words } = useMessages();
  const query = useAdmin('getFindings', {});
  const [isAll, setAll] = useState(false);
  const heads = words.findingColumns;
  const columns: readonly Column<Finding>[] = [
    {
      key: 'level',
      head: heads.level,
      cell: ({ level }) => <Badge tone={TONES[level]}>{words.levels[level]}</Badge>,
    },
    { key: 'check', head: heads.check, cell: ({ check }) => check },
    { key: 'text', head: heads.text, cell: ({ text }) => <LongWords text={text} /> },
    { key: 'remedy', head: heads.remedy, cell: ({ remedy = '–' }) => <LongWords text={remedy} /> },
  ];
  return (
    <>
      <h2>{words.findings}</h2>
      <Loaded query={query}>
        {({ time, findings }) => {
          const rows = findings.filter(({ level }) => isAll || level !== 'ok');
          return (
            <>
              <p className="soft small">
                {words.checked} <Time at={time} />
              </p>
              {rows.length === 0 ? (
                <Notice kind="good">{words.allClear}</Notice>
              ) : (
                <Table
                  caption={words.findings}
                  columns={columns}
                  rows={rows}
                  rowKey={({ check, text }) => `${check} ${text}`}
                />
              )}
              <Checkbox label={words.showOk} isChecked={isAll} onChange={setAll} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}
