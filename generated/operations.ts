// Made by `make generate` from openapi.json. Do not edit.
import type { OperationRow } from '../src/http/contract/operation-row.ts';

export const operationTable = {
  "getAgentIdentity": {
    "method": "get",
    "path": "/api/v1/agent/whoami/",
    "tag": "Agent identity",
    "folder": "agent-identity",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": null,
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ]
  },
  "listAgentCourses": {
    "method": "get",
    "path": "/api/v1/agent/courses/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      },
      "ordering": {
        "type": "string",
        "choices": [
          "-created_at",
          "created_at",
          "-updated_at",
          "updated_at",
          "title",
          "-title"
        ],
        "default": "-created_at"
      },
      "status": {
        "type": "string"
      },
      "slug": {
        "type": "string"
      }
    },
    "body": null,
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ]
  },
  "createAgentCourse": {
    "method": "post",
    "path": "/api/v1/agent/courses/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": true,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  },
  "getAgentCourse": {
    "method": "get",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "replaceAgentCourse": {
    "method": "put",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "updateAgentCourse": {
    "method": "patch",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": false,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "slug": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "json",
          "nullable": true
        },
        "thumbnail_url": {
          "kind": "string",
          "nullable": true
        },
        "status": {
          "kind": "string",
          "nullable": false
        },
        "visibility": {
          "kind": "string",
          "nullable": false
        },
        "level": {
          "kind": "string",
          "nullable": false
        },
        "grade_level": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "category": {
          "kind": "integer",
          "nullable": true
        },
        "estimated_duration_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "sales_page_blocks": {
          "kind": "json",
          "nullable": true
        },
        "landing_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_title": {
          "kind": "string",
          "nullable": true
        },
        "meta_description": {
          "kind": "string",
          "nullable": true
        },
        "og_image_url": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "length_mode": {
          "kind": "string",
          "nullable": false
        },
        "duration_days": {
          "kind": "integer",
          "nullable": true
        },
        "start_date": {
          "kind": "string",
          "nullable": true
        },
        "end_date": {
          "kind": "string",
          "nullable": true
        },
        "schedule_basis": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "deleteAgentCourse": {
    "method": "delete",
    "path": "/api/v1/agent/courses/{id}/",
    "tag": "Agent courses",
    "folder": "agent-courses",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "courses",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "listAgentChapters": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "createAgentChapter": {
    "method": "post",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": true,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "getAgentChapter": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "replaceAgentChapter": {
    "method": "put",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "updateAgentChapter": {
    "method": "patch",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": false,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "requires_previous_chapter": {
          "kind": "boolean",
          "nullable": false
        },
        "sequential_lessons": {
          "kind": "boolean",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "deleteAgentChapter": {
    "method": "delete",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{id}/",
    "tag": "Agent chapters",
    "folder": "agent-chapters",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "chapters",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "listAgentLessons": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {
      "page": {
        "type": "integer",
        "minimum": 1,
        "maximum": 1000000,
        "default": 1
      },
      "page_size": {
        "type": "integer",
        "minimum": 1,
        "maximum": 200,
        "default": 50
      }
    },
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "createAgentLesson": {
    "method": "post",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": true,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "content_type": {
          "kind": "string",
          "nullable": false
        },
        "content": {
          "kind": "json",
          "nullable": true
        },
        "is_free_preview": {
          "kind": "boolean",
          "nullable": false
        },
        "opens_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "opens_time": {
          "kind": "string",
          "nullable": true
        },
        "closes_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "closes_time": {
          "kind": "string",
          "nullable": true
        },
        "view_window_minutes": {
          "kind": "integer",
          "nullable": true
        }
      }
    },
    "statuses": [
      201,
      400,
      401,
      403,
      404,
      413,
      415,
      429,
      500
    ]
  },
  "getAgentLesson": {
    "method": "get",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "updateAgentLesson": {
    "method": "patch",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": true,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "title": {
          "kind": "string",
          "nullable": false
        },
        "position": {
          "kind": "integer",
          "nullable": false
        },
        "is_published": {
          "kind": "boolean",
          "nullable": false
        },
        "content_type": {
          "kind": "string",
          "nullable": false
        },
        "content": {
          "kind": "json",
          "nullable": true
        },
        "is_free_preview": {
          "kind": "boolean",
          "nullable": false
        },
        "opens_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "opens_time": {
          "kind": "string",
          "nullable": true
        },
        "closes_day_offset": {
          "kind": "integer",
          "nullable": true
        },
        "closes_time": {
          "kind": "string",
          "nullable": true
        },
        "view_window_minutes": {
          "kind": "integer",
          "nullable": true
        },
        "updated_at": {
          "kind": "string",
          "nullable": false
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      404,
      409,
      413,
      415,
      429,
      500
    ]
  },
  "deleteAgentLesson": {
    "method": "delete",
    "path": "/api/v1/agent/courses/{course_pk}/chapters/{chapter_pk}/lessons/{id}/",
    "tag": "Agent lessons",
    "folder": "agent-lessons",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "lessons",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      204,
      401,
      403,
      404,
      429,
      500
    ]
  },
  "getAgentOrgSettings": {
    "method": "get",
    "path": "/api/v1/agent/org-settings/",
    "tag": "Agent organisation settings",
    "folder": "agent-organisation-settings",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "org_settings",
      "level": "view"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": null,
    "statuses": [
      200,
      401,
      403,
      429,
      500
    ]
  },
  "updateAgentOrgSettings": {
    "method": "patch",
    "path": "/api/v1/agent/org-settings/",
    "tag": "Agent organisation settings",
    "folder": "agent-organisation-settings",
    "surface": "agent",
    "scheme": "agentKey",
    "scope": {
      "resource": "org_settings",
      "level": "edit"
    },
    "access": null,
    "qa": false,
    "idempotent": false,
    "query": {},
    "body": {
      "required": false,
      "mediaTypes": [
        "application/json",
        "application/x-www-form-urlencoded",
        "multipart/form-data"
      ],
      "maxBytes": 1048576,
      "members": {
        "name": {
          "kind": "string",
          "nullable": false
        },
        "description": {
          "kind": "string",
          "nullable": true
        },
        "support_email": {
          "kind": "string",
          "nullable": true
        },
        "timezone": {
          "kind": "string",
          "nullable": false
        },
        "language": {
          "kind": "string",
          "nullable": false
        },
        "currency": {
          "kind": "string",
          "nullable": false
        },
        "website_url": {
          "kind": "string",
          "nullable": true
        },
        "primary_color": {
          "kind": "string",
          "nullable": true
        },
        "accent_color": {
          "kind": "string",
          "nullable": true
        },
        "terms_url": {
          "kind": "string",
          "nullable": true
        },
        "privacy_url": {
          "kind": "string",
          "nullable": true
        },
        "refund_policy_url": {
          "kind": "string",
          "nullable": true
        },
        "imprint_url": {
          "kind": "string",
          "nullable": true
        }
      }
    },
    "statuses": [
      200,
      400,
      401,
      403,
      413,
      415,
      429,
      500
    ]
  }
} as const satisfies Record<string, OperationRow>;

export type OperationId = keyof typeof operationTable;
