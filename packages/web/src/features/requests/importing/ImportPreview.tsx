import { Table } from '@mantine/core'
import { Section } from '../../../ui/Section.tsx'
import classes from './Import.module.css'
import type { Report } from './importing.ts'

/** How the first rows of a file are read: the original values beside the results. */
export const ImportPreview = ({ rows }: { rows: Report['preview'] }) =>
  rows.length > 0 && (
    <Section title="Как прочитаны первые строки" level={2}>
      <div className={classes.preview}>
        {rows.map(({ line, source_key, cells }) => (
          <div key={line} className={classes.card}>
            <p className={classes.note}>
              Строка {line} · {source_key}
            </p>
            <Table className={classes.cells} aria-label={`Строка ${line}: в файле и здесь`}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th w={100}>Поле</Table.Th>
                  <Table.Th>В файле</Table.Th>
                  <Table.Th>Здесь</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {cells.map(({ title, said, read }) => (
                  <Table.Tr key={title}>
                    <Table.Td>{title}</Table.Td>
                    <Table.Td className={classes.original}>{said}</Table.Td>
                    <Table.Td>{read}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        ))}
      </div>
    </Section>
  )
