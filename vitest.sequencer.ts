import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** The server's tests last: they keep every worker busy to the end. */
export class ServerLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isServers = ({ project }: TestSpecification) => project.name === 'server'
    return [...sorted.filter((file) => !isServers(file)), ...sorted.filter(isServers)]
  }
}
