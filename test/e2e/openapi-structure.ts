/**
 * The parts of the OpenAPI 3.1 specification that our document uses, as a JSON Schema that rejects every other key.
 * Written from https://spec.openapis.org/oas/v3.1.1, so that it checks the document by the specification and not by our
 * own types.
 */
export const openApiStructure = {
  $id: 'openapi-structure',
  type: 'object',
  required: ['openapi', 'info', 'paths'],
  additionalProperties: false,
  properties: {
    openapi: { type: 'string', pattern: '^3\\.1\\.\\d+$' },
    jsonSchemaDialect: { type: 'string' },
    info: {
      type: 'object',
      required: ['title', 'version'],
      additionalProperties: false,
      properties: { title: { type: 'string' }, version: { type: 'string' }, description: { type: 'string' } },
    },
    servers: {
      type: 'array',
      items: {
        type: 'object',
        required: ['url'],
        additionalProperties: false,
        properties: { url: { type: 'string', pattern: '^https?://[^/]+$' } },
      },
    },
    tags: {
      type: 'array',
      uniqueItems: true,
      items: {
        type: 'object',
        required: ['name'],
        additionalProperties: false,
        properties: { name: { type: 'string' } },
      },
    },
    paths: {
      type: 'object',
      propertyNames: { pattern: '^/' },
      additionalProperties: {
        type: 'object',
        additionalProperties: false,
        patternProperties: { '^(get|put|post|delete)$': { $ref: '#/$defs/operation' } },
      },
    },
    components: {
      type: 'object',
      additionalProperties: false,
      properties: {
        schemas: { $ref: '#/$defs/schemas' },
        responses: { type: 'object', additionalProperties: { $ref: '#/$defs/response' } },
        parameters: { type: 'object', additionalProperties: { $ref: '#/$defs/parameter' } },
        headers: { type: 'object', additionalProperties: { $ref: '#/$defs/header' } },
        securitySchemes: {
          type: 'object',
          additionalProperties: {
            type: 'object',
            required: ['type'],
            oneOf: [
              { required: ['scheme'], properties: { type: { const: 'http' } } },
              {
                required: ['in', 'name'],
                properties: { type: { const: 'apiKey' }, in: { enum: ['query', 'header', 'cookie'] } },
              },
            ],
          },
        },
      },
    },
  },
  $defs: {
    reference: {
      type: 'object',
      required: ['$ref'],
      additionalProperties: false,
      properties: { $ref: { type: 'string', pattern: '^#/components/' } },
    },
    operation: {
      type: 'object',
      required: ['operationId', 'responses'],
      additionalProperties: false,
      properties: {
        operationId: { type: 'string', pattern: '^[A-Za-z]+$' },
        tags: { type: 'array', items: { type: 'string' } },
        summary: { type: 'string', minLength: 1 },
        description: { type: 'string', minLength: 1 },
        security: {
          type: 'array',
          items: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
        },
        parameters: { type: 'array', items: { anyOf: [{ $ref: '#/$defs/reference' }, { $ref: '#/$defs/parameter' }] } },
        requestBody: {
          type: 'object',
          required: ['content'],
          additionalProperties: false,
          properties: { required: { type: 'boolean' }, content: { $ref: '#/$defs/content' } },
        },
        responses: {
          type: 'object',
          minProperties: 1,
          additionalProperties: false,
          patternProperties: {
            '^[1-5]\\d\\d$': { anyOf: [{ $ref: '#/$defs/reference' }, { $ref: '#/$defs/response' }] },
          },
        },
      },
    },
    parameter: {
      type: 'object',
      required: ['name', 'in', 'schema'],
      additionalProperties: false,
      properties: {
        name: { type: 'string' },
        in: { enum: ['query', 'header', 'path', 'cookie'] },
        required: { type: 'boolean' },
        description: { type: 'string' },
        schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' },
        example: true,
      },
      if: { properties: { in: { const: 'path' } } },
      then: { required: ['required'], properties: { required: { const: true } } },
    },
    response: {
      type: 'object',
      required: ['description'],
      additionalProperties: false,
      properties: {
        description: { type: 'string', minLength: 1 },
        headers: {
          type: 'object',
          additionalProperties: { anyOf: [{ $ref: '#/$defs/reference' }, { $ref: '#/$defs/header' }] },
        },
        content: { $ref: '#/$defs/content' },
      },
    },
    header: {
      type: 'object',
      required: ['schema'],
      additionalProperties: false,
      properties: {
        description: { type: 'string' },
        required: { type: 'boolean' },
        schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' },
      },
    },
    content: {
      type: 'object',
      minProperties: 1,
      propertyNames: { pattern: '^[a-z]+/[a-z0-9.+-]+$' },
      additionalProperties: {
        type: 'object',
        required: ['schema'],
        additionalProperties: false,
        properties: {
          schema: { $ref: 'https://json-schema.org/draft/2020-12/schema' },
          example: true,
          encoding: {
            type: 'object',
            additionalProperties: {
              type: 'object',
              required: ['contentType'],
              additionalProperties: false,
              properties: { contentType: { type: 'string' } },
            },
          },
        },
      },
    },
    schemas: {
      type: 'object',
      additionalProperties: { $ref: 'https://json-schema.org/draft/2020-12/schema' },
    },
  },
}
